import { describe, expect, test } from 'vitest'
import { Breaker } from '../../activities/webhooks/breaker.ts'
import { Slots } from '../../activities/webhooks/slots.ts'
import { CLOSED, FAILURES_TO_OPEN } from '../../domain/webhooks/breaker-rules.ts'

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
  test('become free for the tenants in turn, whoever has more endpoints', () => {
    const slots = new Slots(1)
    const served: string[] = []
    const asker = (tenantId: string) => {
      const self = {
        endpoint: { tenantId },
        launch: () => {
          if (slots.take(self)) served.push(tenantId)
        },
      }
      return self
    }
    const busy = [asker('a'), asker('a'), asker('a'), asker('a')]
    for (const one of [asker('first'), ...busy, asker('b')]) one.launch()
    for (let round = 0; round < 5; round += 1) slots.give()
    expect(served).toEqual(['first', 'a', 'b', 'a', 'a', 'a'])
    slots.give()
    expect(slots.take(asker('c'))).toBe(true)
  })
})
