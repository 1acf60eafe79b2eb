import { expect, test } from 'vitest'
import { assertDates, hasExpired, nextWatch } from '#organization/provider-licenses/rules.ts'

const CHICAGO = 'America/Chicago'
const at = (text: string) => new Date(text)

test.each([
  // Next comes a reminder, by the centre's clock…
  ['2026-01-01T00:00:00Z', '2026-06-02T13:00:00Z'],
  ['2026-06-02T12:59:59Z', '2026-06-02T13:00:00Z'],
  // …each once
  ['2026-06-02T13:00:00Z', '2026-07-02T13:00:00Z'],
  ['2026-07-10T00:00:00Z', '2026-08-01T13:00:00Z'],
  ['2026-08-10T00:00:00Z', '2026-08-24T13:00:00Z'],
  // …and then the start of the day itself
  ['2026-08-24T13:00:00Z', '2026-08-31T05:00:00Z'],
  // …which is due immediately if it has begun.
  ['2026-10-01T00:00:00Z', '2026-08-31T05:00:00Z'],
])('a license that expires on 31 August is checked after %s at %s', (now, due) => {
  expect(nextWatch('2026-08-31', at(now), CHICAGO)).toEqual(at(due))
})

test('a license without an expiry is never checked', () => {
  expect(nextWatch(null, at('2026-01-01T00:00:00Z'), CHICAGO)).toBeNull()
})

test('a license counts until the day before it expires', () => {
  expect(hasExpired('2026-08-31', '2026-08-30')).toBe(false)
  expect(hasExpired('2026-08-31', '2026-08-31')).toBe(true)
  expect(hasExpired(null, '2099-01-01')).toBe(false)
})

test('a license must expire after it was issued', () => {
  expect(() => assertDates({ issuedOn: '2026-08-31', expiresOn: '2026-08-31' })).toThrow('issuedOn')
  expect(() => assertDates({ issuedOn: '2026-08-30', expiresOn: '2026-08-31' })).not.toThrow()
  expect(() => assertDates({ issuedOn: null, expiresOn: '2026-08-31' })).not.toThrow()
  expect(() => assertDates({ issuedOn: '2026-08-30', expiresOn: null })).not.toThrow()
})
