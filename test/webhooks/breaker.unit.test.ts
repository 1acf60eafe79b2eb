import { describe, expect, test } from 'vitest'
import { Breaker } from '../../activities/webhooks/breaker.ts'
import { Slots } from '../../activities/webhooks/slots.ts'
import { CLOSED, FAILURES_TO_OPEN } from '#webhooks/endpoints/breaker-rules.ts'

describe('the breaker of an endpoint', () => {
  const failures = (breaker: Breaker, count: number, now: number) =>
    Array.from({ length: count }, () => breaker.failed(now)).filter(Boolean)

  test('opens when attempts fail in a row, and only then', () => {
    const breaker = new Breaker(CLOSED)
    expect(failures(breaker, FAILURES_TO_OPEN - 1, 0)).toEqual([])
    breaker.succeeded()
    expect(failures(breaker, FAILURES_TO_OPEN - 1, 0)).toEqual([])
    expect(breaker.isOpen(0)).toBe(false)
    expect(failures(breaker, 1, 0)).toEqual([{ openings: 1, until: 5_000 }])
    expect([breaker.isOpen(4_999), breaker.isOpen(5_000)]).toEqual([true, false])
  })

  test('what was under way when it opened does not open it again', () => {
    const breaker = new Breaker(CLOSED)
    failures(breaker, FAILURES_TO_OPEN, 0)
    expect(failures(breaker, 31, 100)).toEqual([])
    expect(breaker.until).toBe(5_000)
  })

  test('a probe that fails doubles the pause, up to a minute; one that succeeds closes it', () => {
    const breaker = new Breaker({ openings: 1, until: 1_000 })
    expect(breaker.isProbing).toBe(true)
    const pauses = [10, 20, 40, 60, 60].map((seconds) => {
      const now = breaker.until
      expect(breaker.failed(now)).toMatchObject({ until: now + seconds * 1_000 })
      return seconds
    })
    expect(pauses).toHaveLength(5)
    expect(breaker.succeeded()).toEqual(CLOSED)
    expect(breaker.isProbing).toBe(false)
    expect(breaker.succeeded()).toBeUndefined()
  })

  test('a receiver that asks for time gets it, an hour at most', () => {
    expect(new Breaker(CLOSED).failed(0, 120_000)).toEqual({ openings: 1, until: 120_000 })
    expect(new Breaker(CLOSED).failed(0, 1_000)).toEqual({ openings: 1, until: 5_000 })
    expect(new Breaker(CLOSED).failed(0, 86_400_000)).toEqual({ openings: 1, until: 3_600_000 })
  })
})

describe('the slots of a process', () => {
  const world = (size: number) => {
    const slots = new Slots(size)
    const served: string[] = []
    /** An endpoint that wants `wanted` slots, and takes them whenever it may. */
    const asker = (tenantId: string, wanted = 1) => {
      let left = wanted
      const self = {
        endpoint: { tenantId },
        launch: () => {
          while (left > 0 && slots.take(self)) {
            left -= 1
            served.push(tenantId)
          }
        },
      }
      return self
    }
    const taken = (tenantId: string) => served.filter((it) => it === tenantId).length
    return { slots, served, asker, taken }
  }

  test('become free for the tenants in turn, whoever has more endpoints', () => {
    const { slots, served, asker } = world(1)
    const first = asker('first')
    const busy = [asker('a'), asker('a'), asker('a'), asker('a')]
    const b = asker('b')
    for (const one of [first, ...busy, b]) one.launch()
    for (const one of [first, busy[0]!, b, ...busy.slice(1)]) slots.give(one)
    expect(served).toEqual(['first', 'a', 'b', 'a', 'a', 'a'])
    expect(slots.free).toBe(1)
    expect(slots.take(asker('c'))).toBe(true)
  })

  test('are left for others while a tenant holds all that it may', () => {
    const { slots, asker, taken } = world(512)
    const hanging = asker('hanging', 10_000)
    hanging.launch()
    expect(taken('hanging')).toBe(256)
    const others = ['b', 'c', 'd', 'e'].map((tenantId) => asker(tenantId, 16))
    for (const other of others) other.launch()
    expect(others.map(({ endpoint }) => taken(endpoint.tenantId))).toEqual([16, 16, 16, 16])
    // What the hanging one gives back stays with the others until it holds no more than is free.
    slots.give(hanging)
    expect([taken('hanging'), slots.free]).toEqual([256, 193])
  })

  test('that become free reach everybody who may have one, also past who needs none any more', () => {
    const { slots, asker, taken } = world(4)
    const hanging = asker('hanging', 10)
    hanging.launch()
    const other = asker('other', 10)
    other.launch()
    expect([taken('hanging'), taken('other'), slots.free]).toEqual([2, 1, 1])
    const ended = { endpoint: { tenantId: 'ended' }, launch: () => undefined }
    const late = asker('late', 1)
    expect(slots.take(ended)).toBe(true)
    late.launch()
    expect(taken('late')).toBe(0)
    slots.give(ended)
    expect(taken('late')).toBe(1)
    for (let given = 0; given < 2; given += 1) slots.give(hanging)
    expect(taken('hanging') + taken('other')).toBeGreaterThan(3)
  })
})
