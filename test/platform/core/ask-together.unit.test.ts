import { expect, test, vi } from 'vitest'
import { askTogether } from '#platform/core/transactions/advice.ts'

/** Answers that callers who ask at the same time share. */
const asker = {}

const searches = () => {
  const found = Promise.withResolvers<object>()
  return { ...found, search: vi.fn(() => found.promise) }
}

test('the same question is answered once, and again afterwards', async () => {
  const { search, resolve } = searches()
  const asked = [askTogether(asker, 'free', search), askTogether(asker, 'free', search)]
  resolve({ alternatives: [] })
  expect(await Promise.all(asked)).toEqual([{ alternatives: [] }, { alternatives: [] }])
  expect(search).toHaveBeenCalledTimes(1)
  await askTogether(asker, 'free', search)
  expect(search).toHaveBeenCalledTimes(2)
})

test('other questions and askers have answers of their own', async () => {
  const { search, resolve } = searches()
  const asked = [
    askTogether(asker, 'free', search),
    askTogether(asker, 'taken', search),
    askTogether({}, 'free', search),
  ]
  resolve({})
  await Promise.all(asked)
  expect(search).toHaveBeenCalledTimes(3)
})

test('a search that fails is not remembered', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('lost')))
  await expect(askTogether(asker, 'free', failing)).rejects.toThrow('lost')
  await expect(askTogether(asker, 'free', failing)).rejects.toThrow('lost')
  expect(failing).toHaveBeenCalledTimes(2)
})
