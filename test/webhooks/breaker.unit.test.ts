import { describe, expect, test } from 'vitest'
import { Shares } from '#webhooks/deliveries/shares.ts'
import {
  afterFailure,
  attemptsAllowed,
  CLOSED,
  FAILURES_TO_OPEN,
  type Breaker,
} from '#webhooks/endpoints/breaker.ts'

describe('the breaker of an endpoint', () => {
  const afterFailures = (breaker: Breaker, count: number, now: number) =>
    Array.from({ length: count }).reduce<Breaker>((it) => afterFailure(it, { now }), breaker)

  test('opens only after consecutive failures', () => {
    const almost = afterFailures(CLOSED, FAILURES_TO_OPEN - 1, 0)
    expect(almost).toMatchObject({ openings: 0, until: 0 })
    expect(attemptsAllowed(almost, { now: 0, atMost: 32 })).toBe(32)
    const open = afterFailure(almost, { now: 0 })
    expect(open).toMatchObject({ openings: 1, until: 5_000 })
    expect(attemptsAllowed(open, { now: 4_999, atMost: 32 })).toBe(0)
    expect(attemptsAllowed(open, { now: 5_000, atMost: 32 })).toBe(1)
  })

  test('is not opened again by attempts that started before it opened', () => {
    const open = afterFailures(CLOSED, FAILURES_TO_OPEN, 0)
    expect(afterFailures(open, 31, 100)).toMatchObject({ openings: 1, until: 5_000 })
  })

  test('doubles the pause after a failed probe, up to a minute', () => {
    let breaker: Breaker = { openings: 1, until: 1_000, failures: 0 }
    const pauses = Array.from({ length: 5 }, () => {
      const now = breaker.until
      breaker = afterFailure(breaker, { now })
      return (breaker.until - now) / 1_000
    })
    expect(pauses).toEqual([10, 20, 40, 60, 60])
  })

  test('respects a Retry-After, up to an hour', () => {
    const asked = (retryAfterMs: number) => afterFailure(CLOSED, { now: 0, retryAfterMs })
    expect(asked(120_000)).toMatchObject({ openings: 1, until: 120_000 })
    expect(asked(1_000)).toMatchObject({ openings: 1, until: 5_000 })
    expect(asked(86_400_000)).toMatchObject({ openings: 1, until: 3_600_000 })
  })
})

describe('concurrent attempts of a process', () => {
  const world = (size: number) => {
    const shares = new Shares(size)
    const taken = new Map<string, number>()
    /** Starts attempts of these tenants while allowed; each has a number of them. */
    const begin = (wanted: Record<string, number>) => {
      const begun: string[] = []
      for (;;) {
        const waiting = Object.keys(wanted).filter((tenantId) => wanted[tenantId]! > 0)
        const next = shares.next(waiting.map((tenantId) => ({ tenantId })))
        if (!next) return begun
        const { tenantId } = next
        shares.take(tenantId)
        wanted[tenantId]! -= 1
        taken.set(tenantId, (taken.get(tenantId) ?? 0) + 1)
        begun.push(tenantId)
      }
    }
    return { shares, begin, taken }
  }

  test('go to the tenant with the fewest, in turn if equal', () => {
    const { shares, begin } = world(12)
    expect(begin({ a: 2 })).toEqual(['a', 'a'])
    expect(begin({ a: 9, b: 9 })).toEqual(['b', 'b', 'a', 'b', 'a', 'b'])
    shares.give('a')
    expect(begin({ a: 9, b: 9 })).toEqual(['a'])
  })

  test('of one tenant go to the endpoint that has waited longest', () => {
    const { shares } = world(2)
    const waiting = ['first', 'second'].map((endpoint) => ({ tenantId: 'a', endpoint }))
    expect(shares.next(waiting)).toMatchObject({ endpoint: 'first' })
  })

  test('are left for others while a tenant is at its limit', () => {
    const { shares, begin, taken } = world(512)
    begin({ hanging: 10_000 })
    expect(taken.get('hanging')).toBe(256)
    begin({ b: 16, c: 16, d: 16, e: 16 })
    expect(['b', 'c', 'd', 'e'].map((tenantId) => taken.get(tenantId))).toEqual([16, 16, 16, 16])
    // Slots freed by the hanging tenant stay with the others until it has no more than are free.
    shares.give('hanging')
    expect(begin({ hanging: 10_000 })).toEqual([])
    expect(shares.free).toBe(193)
  })

  test('that become free are given to everybody entitled to one', () => {
    const { shares, begin } = world(4)
    expect(begin({ hanging: 10 })).toEqual(['hanging', 'hanging'])
    expect(begin({ other: 10 })).toEqual(['other'])
    expect(begin({ late: 1 })).toEqual(['late'])
    expect(begin({ hanging: 8, other: 9 })).toEqual([])
    shares.give('hanging')
    shares.give('hanging')
    expect(begin({ hanging: 8, other: 9 })).toEqual(['hanging'])
  })
})
