import { describe, expect, test } from 'vitest'
import { differenceOf, missingFrom } from '#agents/agent-replays/rules.ts'
import { scheduledTimes } from '#agents/agent-replays/scheduled-times.ts'

const actions = (text: string) => text.split('').map((key) => ({ key }))

test.each([
  ['', '', 'SAME'],
  ['ab', 'ab', 'SAME'],
  ['ab', 'ba', 'SAME'],
  ['a', '', 'ONLY_REPLAYED'],
  ['', 'a', 'ONLY_PUBLISHED'],
  ['a', 'b', 'DIFFERENT'],
  // Twice is another thing than once.
  ['aa', 'a', 'DIFFERENT'],
])('actions %j against %j are %s', (replayed, published, difference) => {
  expect(differenceOf(actions(replayed), actions(published))).toBe(difference)
})

test('an action that is performed more often is missing once', () => {
  expect(missingFrom(actions('ab'), actions('aab'))).toEqual([1])
})

describe('the times of a schedule', () => {
  const range = {
    startsAt: new Date('2026-03-01T00:00:00Z'),
    endsAt: new Date('2026-05-01T00:00:00Z'),
    centreTimeZone: 'Europe/Berlin',
  }
  const times = (recurrence: string, startsOn: string) =>
    scheduledTimes(
      {
        type: 'SCHEDULE',
        recurrence,
        startsOn,
        startTime: '09:00',
        timeZone: null,
        onClosure: 'RUN',
        ifMissed: 'RUN_ONCE',
      },
      range,
    ).map((at) => at.toISOString().slice(0, 16))

  test('keep the local time over a change of the clocks', () => {
    expect(times('FREQ=WEEKLY;BYDAY=MO', '2026-01-05')).toEqual([
      '2026-03-02T08:00',
      '2026-03-09T08:00',
      '2026-03-16T08:00',
      '2026-03-23T08:00',
      '2026-03-30T07:00',
      '2026-04-06T07:00',
      '2026-04-13T07:00',
      '2026-04-20T07:00',
      '2026-04-27T07:00',
    ])
  })

  test.each([
    ['FREQ=WEEKLY;INTERVAL=4', '2026-12-07', ['2026-03-02', '2026-03-30', '2026-04-27']],
    ['FREQ=MONTHLY', '2027-01-31', ['2026-03-31']],
    ['FREQ=MONTHLY;INTERVAL=2', '2026-08-15', ['2026-04-15']],
    ['FREQ=WEEKLY;COUNT=3', '2026-12-07', 9],
    ['FREQ=YEARLY', '2028-02-29', []],
    ['FREQ=YEARLY', '2030-04-01', ['2026-04-01']],
  ])('of %s from %s are those of a schedule that had begun before', (rule, startsOn, expected) => {
    const days = times(rule, startsOn).map((at) => at.slice(0, 10))
    if (typeof expected === 'number') expect(days).toHaveLength(expected)
    else expect(days).toEqual(expected)
  })

  test('of a schedule that has begun count from its real beginning', () => {
    expect(times('FREQ=WEEKLY;COUNT=2', '2026-02-23')).toEqual(['2026-03-02T08:00'])
  })
})
