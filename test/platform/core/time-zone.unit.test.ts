import { expect, test } from 'vitest'
import { timeZone } from '#platform/core/time/time.ts'

test.each(['Europe/Berlin', 'UTC', 'America/New_York', 'Etc/GMT+5'])('%s is accepted', (zone) => {
  expect(timeZone().safeParse(zone).success).toBe(true)
})

// PostgreSQL reads them as fixed offsets, without IANA's summer time.
test.each([
  ['CET', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['eet', 'Europe/Athens'],
  ['MET', 'Europe/Brussels'],
  ['WET', 'Europe/Lisbon'],
])('%s is refused: it names %s', (zone, place) => {
  const parsed = timeZone().safeParse(zone)
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
    `must be the time zone of a location: ${place} instead of ${zone}`,
  ])
})

test.each(['Mars/Olympus', 'EST5EDT', '+01:00', ''])('%j is not a zone', (zone) => {
  expect(timeZone().safeParse(zone).success).toBe(false)
})
