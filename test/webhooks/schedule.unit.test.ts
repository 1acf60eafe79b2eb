import { assert, double, integer, option, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  MAX_ATTEMPTS,
  MAX_JITTER_RATIO,
  nextAttemptAt,
  RETRY_DELAYS_MS,
  RETRY_WINDOW_MS,
} from '#webhooks/deliveries/rules.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const random = double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const situation = record({
  eventCreatedAt: integer({ min: 1_500_000_000_000, max: 2_500_000_000_000 }),
  attempt: integer({ min: 1, max: MAX_ATTEMPTS + 3 }),
  sinceCreationMs: integer({ min: 0, max: DAY + HOUR }),
  retryAfterMs: option(integer({ min: 0, max: 2 * DAY }), { nil: undefined }),
  random,
})

/** Planned starts of all attempts if each fails after `attemptMs`. */
function walk(options: { firstAtMs?: number; attemptMs: number; jitter: () => number }) {
  const starts = [options.firstAtMs ?? 0]
  for (;;) {
    const now = (starts.at(-1) ?? 0) + options.attemptMs
    const next = nextAttemptAt({
      eventCreatedAt: 0,
      attempt: starts.length,
      now,
      random: options.jitter(),
    })
    if (next === undefined) return starts
    starts.push(next)
  }
}

describe('the retry schedule', () => {
  test('is the published one: 5 s, 30 s, 2 m, 10 m, 30 m, 1 h, 2 h, 4 h, 6 h, 8 h', () => {
    expect(RETRY_DELAYS_MS.map((ms) => ms / 1_000)).toEqual([
      5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 28_800,
    ])
    expect(RETRY_WINDOW_MS).toBe(DAY)
  })

  test('without jitter starts the last of 11 attempts 21 h 42 m 35 s after the first', () => {
    const starts = walk({ attemptMs: 0, jitter: () => 0 })
    expect(starts).toHaveLength(11)
    expect(starts.at(-1)).toBe(((21 * 60 + 42) * 60 + 35) * 1_000)
  })

  test('fits its window for any jitter, even if every attempt takes its full 15 s', () => {
    assert(
      property(random, integer({ min: 0, max: 279_000 }), (jitter, firstAtMs) => {
        const starts = walk({ firstAtMs, attemptMs: 15_000, jitter: () => jitter })
        expect(starts).toHaveLength(MAX_ATTEMPTS)
        expect(starts.at(-1)).toBeLessThanOrEqual(DAY)
      }),
    )
  })

  test('shortens the jitter of the last attempt instead of dropping it', () => {
    const now = DAY - 8 * HOUR - 1_000
    const input = { eventCreatedAt: 0, attempt: 10, now, random: 0.99 }
    expect(nextAttemptAt(input)).toBe(DAY)
    expect(nextAttemptAt({ ...input, now: now + 2_000 })).toBeUndefined()
  })

  test('ends after the table', () => {
    const end = { eventCreatedAt: 0, attempt: 11, now: 1_000, random: 0 }
    expect(nextAttemptAt(end)).toBeUndefined()
    expect(nextAttemptAt({ ...end, retryAfterMs: 1_000 })).toBeUndefined()
  })

  test('honours a Retry-After that is later, and ignores one that is sooner', () => {
    const input = { eventCreatedAt: 0, attempt: 1, now: 1_000, random: 0 }
    expect(nextAttemptAt({ ...input, retryAfterMs: 60_000 })).toBe(61_000)
    expect(nextAttemptAt({ ...input, retryAfterMs: 1_000 })).toBe(6_000)
    expect(nextAttemptAt({ ...input, retryAfterMs: 2 * DAY })).toBeUndefined()
  })

  test('never plans too early, adds over 10 %, or leaves the window', () => {
    assert(
      property(situation, ({ sinceCreationMs, ...rest }) => {
        const now = rest.eventCreatedAt + sinceCreationMs
        const next = nextAttemptAt({ ...rest, now })
        const delay = RETRY_DELAYS_MS[rest.attempt - 1]
        const wait = Math.max(delay ?? Infinity, rest.retryAfterMs ?? 0)
        if (next === undefined) {
          expect(now + wait).toBeGreaterThan(rest.eventCreatedAt + RETRY_WINDOW_MS)
          return
        }
        expect(Number.isSafeInteger(next)).toBe(true)
        expect(next - now).toBeGreaterThanOrEqual(wait)
        expect(next - now).toBeLessThanOrEqual(wait * (1 + MAX_JITTER_RATIO))
        expect(next).toBeLessThanOrEqual(rest.eventCreatedAt + RETRY_WINDOW_MS)
      }),
    )
  })

  test('ends for every sequence of failures, within 11 attempts', () => {
    assert(
      property(random, integer({ min: 0, max: DAY }), (jitter, firstAtMs) => {
        const starts = walk({ firstAtMs, attemptMs: 1, jitter: () => jitter })
        expect(starts.length).toBeLessThanOrEqual(MAX_ATTEMPTS)
      }),
    )
  })
})
