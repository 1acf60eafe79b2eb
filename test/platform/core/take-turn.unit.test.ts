import { afterEach, expect, test, vi } from 'vitest'
import { takeTurn } from '#platform/core/workflow-kinds/take-turn.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Steps of a fixed duration until none is left. */
const steps = (count: number, eachMs: number) => {
  let now = 0
  let done = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const step = () => {
    now += eachMs
    done += 1
    return Promise.resolve(done < count)
  }
  return { step, done: () => done }
}

test('a turn continues until nothing is left', async () => {
  const quick = steps(100, 10)
  expect([await takeTurn(quick.step), quick.done()]).toEqual(['finished', 100])
})

test('an expired turn lets others in, and the next one continues', async () => {
  const slow = steps(5, 1_500)
  expect([await takeTurn(slow.step), slow.done()]).toEqual(['more', 2])
  expect([await takeTurn(slow.step), slow.done()]).toEqual(['more', 4])
  expect([await takeTurn(slow.step), slow.done()]).toEqual(['finished', 5])
})

test('a turn ends between two steps when its worker stops', async () => {
  const stopping = AbortSignal.abort(new Error('The worker stops'))
  await expect(takeTurn(steps(5, 1).step, stopping)).rejects.toThrow('The worker stops')
})
