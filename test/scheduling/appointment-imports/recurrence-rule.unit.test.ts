import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { InvalidRow } from '#scheduling/appointment-imports/file/fields.ts'
import { expandRule, readRule } from '#scheduling/appointment-imports/icalendar/recurrence-rule.ts'
import { seededRandom } from '../../drills/random.ts'

/** Recurrence rules compared with another implementation, and rules that never end, match nothing or are invalid. */

const FIRST = Date.UTC(2026, 11, 1, 10)
const LAST = Date.UTC(2028, 5, 30, 23, 59)

const ours = (rule: string, last?: number) =>
  expandRule(readRule(rule), FIRST, last).map((it) => new Date(it).toISOString())

const problemOf = (rule: string): string => {
  try {
    return `${ours(rule).length} found`
  } catch (error) {
    if (error instanceof InvalidRow) return error.problem.code
    throw error
  }
}

describe('against rrule-temporal', () => {
  const theirs = (rule: string) =>
    new RRuleTemporal({
      rruleString: rule,
      dtstart: Temporal.PlainDateTime.from('2026-12-01T10:00').toZonedDateTime('UTC'),
      temporal: Temporal,
      maxIterations: 5_000,
    })
      .between(new Date(FIRST), new Date(LAST), true)
      .map((it) => new Date(it.epochMilliseconds).toISOString())

  const seeded = seededRandom('rules')
  const random = { below: (n: number) => seeded.between(0, n - 1) }
  const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
  const some = <T>(from: readonly T[], most: number) => [
    ...new Set(
      Array.from({ length: random.below(most) + 1 }, () => from[random.below(from.length)]),
    ),
  ]
  const numbers = (from: number, until: number) =>
    Array.from({ length: until - from + 1 }, (_, index) => from + index)
  const parts: Record<string, () => string[]> = {
    DAILY: () => [],
    WEEKLY: () => [`BYDAY=${some(DAYS, 3).join(',')}`, `WKST=${some(['MO', 'SU'], 1)[0]}`],
    MONTHLY: () =>
      [
        [`BYMONTHDAY=${some([...numbers(1, 31), -1, -2], 3).join(',')}`],
        [
          `BYDAY=${some([1, 2, 3, 4, 5, -1, -2], 2)
            .map((it) => `${it}TH`)
            .join(',')}`,
        ],
        [`BYDAY=FR`, `BYMONTHDAY=13,14,15`],
      ][random.below(3)]!,
    YEARLY: () => [
      `BYMONTH=${some(numbers(1, 12), 3).join(',')}`,
      random.below(2)
        ? `BYDAY=${some([1, 2, -1], 2)
            .map((it) => `${it}TU`)
            .join(',')}`
        : 'BYMONTHDAY=5,28',
    ],
  }
  const rules = Array.from({ length: 80 }, () => {
    const frequency = some(Object.keys(parts), 1)[0]!
    const interval = frequency === 'YEARLY' ? 1 : 1 + random.below(3)
    return [
      `FREQ=${frequency}`,
      `INTERVAL=${interval}`,
      ...parts[frequency]!(),
      'UNTIL=20280630T235900Z',
    ].join(';')
  })

  test.each([...new Set(rules)])('%s', (rule) => {
    const expected = theirs(rule)
    if (expected.length > 400) expect(() => ours(rule, LAST)).toThrow('more than 400')
    else if (expected.length > 0) expect(ours(rule, LAST)).toEqual(expected)
    else expect(() => ours(rule, LAST)).toThrow('produces no date')
  })
})

test.each([
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5', 'no_occurrence'],
  ['FREQ=MONTHLY;BYDAY=6MO;COUNT=2', 'no_occurrence'],
  ['FREQ=YEARLY;BYMONTH=13;COUNT=2', 'no_occurrence'],
  ['FREQ=YEARLY;COUNT=30', 'rule_too_long'],
  ['FREQ=MONTHLY;INTERVAL=9999;COUNT=2', 'rule_too_long'],
  ['FREQ=DAILY;COUNT=401', 'too_many_occurrences'],
  ['FREQ=WEEKLY', 'rule_never_ends'],
  ['FREQ=SECONDLY;BYMONTH=11;COUNT=5', 'rule_unsupported'],
  ['FREQ=SECONDLY;INTERVAL=86400;BYHOUR=3;COUNT=2', 'rule_unsupported'],
  ['FREQ=HOURLY;COUNT=2', 'rule_unsupported'],
  ['FREQ=MINUTELY;COUNT=2', 'rule_unsupported'],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;COUNT=2', 'rule_unsupported'],
  ['FREQ=DAILY;BYHOUR=1,2;COUNT=2', 'rule_unsupported'],
  ['FREQ=YEARLY;BYWEEKNO=20;COUNT=2', 'rule_unsupported'],
  ['COUNT=2', 'malformed'],
  ['FREQ=DAILY;UNTIL=xyz', 'malformed'],
  ['FREQ=DAILY;COUNT=0', 'malformed'],
  ['FREQ=DAILY;INTERVAL=0;COUNT=2', 'malformed'],
  ['FREQ=DAILY;INTERVAL=-1;COUNT=2', 'malformed'],
  ['FREQ=DAILY;COUNT=2;COUNT=3', 'malformed'],
  ['FREQ=DAILY;BYDAY=1MO;COUNT=2', 'malformed'],
  ['FREQ=WEEKLY;BYMONTHDAY=1;COUNT=2', 'malformed'],
  ['nonsense', 'malformed'],
  ['FREQ=DAILY;COUNT=400', '400 found'],
])('%s: %s', (rule, expected) => expect(problemOf(rule)).toBe(expected))
