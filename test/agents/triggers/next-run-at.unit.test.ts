import { expect, test } from 'vitest'
import { nextRunAt } from '#agents/triggers/next-run-at.ts'
import { Trigger } from '#agents/definitions/triggers.ts'

const schedule = (recurrence: string, more: object = {}) =>
  Trigger.parse({
    type: 'SCHEDULE',
    recurrence,
    startsOn: '2026-11-23',
    startTime: '02:30',
    ...more,
  }) as Extract<Trigger, { type: 'SCHEDULE' }>

const times = (trigger: ReturnType<typeof schedule>, after: string, count: number) => {
  const found: string[] = []
  let at: Date | null = new Date(after)
  while (found.length < count && at) {
    at = nextRunAt(trigger, { after: at, centreTimeZone: 'Europe/Berlin' })
    if (at) found.push(at.toISOString())
  }
  return found
}

test('keeps the time of day over clock changes: a skipped time moves an hour later, and a repeated time uses its first occurrence', () => {
  expect(times(schedule('FREQ=DAILY'), '2027-03-26T12:00:00Z', 3)).toEqual([
    '2027-03-27T01:30:00.000Z',
    '2027-03-28T01:30:00.000Z',
    '2027-03-29T00:30:00.000Z',
  ])
  expect(times(schedule('FREQ=DAILY'), '2027-10-29T12:00:00Z', 3)).toEqual([
    '2027-10-30T00:30:00.000Z',
    '2027-10-31T00:30:00.000Z',
    '2027-11-01T01:30:00.000Z',
  ])
})

test.each([
  [
    'FREQ=WEEKLY;BYDAY=MO',
    'Pacific/Auckland',
    ['2026-11-29T13:30:00.000Z', '2026-12-06T13:30:00.000Z'],
  ],
  [
    'FREQ=WEEKLY;BYDAY=MO',
    'America/Los_Angeles',
    ['2026-11-30T10:30:00.000Z', '2026-12-07T10:30:00.000Z'],
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'UTC', ['2026-11-30T02:30:00.000Z', '2026-12-31T02:30:00.000Z']],
  ['FREQ=DAILY;COUNT=3', 'UTC', ['2026-11-25T02:30:00.000Z']],
  ['FREQ=DAILY;UNTIL=20261124', 'UTC', []],
])('%s in %s uses the days of the time zone', (recurrence, timeZone, expected) => {
  expect(times(schedule(recurrence, { timeZone }), '2026-11-24T12:00:00Z', 2)).toEqual(expected)
})

test('begins on its first day, at its time', () => {
  const later = schedule('FREQ=DAILY', { startsOn: '2026-12-24', timeZone: 'UTC' })
  expect(times(later, '2026-11-24T12:00:00Z', 1)).toEqual(['2026-12-24T02:30:00.000Z'])
})
