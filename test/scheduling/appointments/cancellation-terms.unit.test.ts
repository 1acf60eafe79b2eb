import { describe, expect, test } from 'vitest'
import {
  assertWindows,
  deadlineOf,
  feeAmount,
  lateWindow,
} from '#payments/cancellation-policies/rules.ts'

const free = { percent: 0 }
const deadline = (notice: string, at: string | undefined, startsAt: string, timeZone: string) =>
  deadlineOf(
    { notice, fee: free, ...(at && { atTime: at }) },
    new Date(startsAt),
    timeZone,
  ).toISOString()

describe('a deadline is a local time of the location, across clock changes', () => {
  test.each([
    // Berlin put its clocks forward the night before: the day has 23 hours.
    ['P1D', undefined, '2026-03-29T10:00:00+02:00', 'Europe/Berlin', '2026-03-28T09:00:00.000Z'],
    ['PT24H', undefined, '2026-03-29T10:00:00+02:00', 'Europe/Berlin', '2026-03-28T08:00:00.000Z'],
    // …and back: 25 hours.
    ['P1D', undefined, '2026-10-25T10:00:00+01:00', 'Europe/Berlin', '2026-10-24T08:00:00.000Z'],
    ['P1D', '18:00', '2026-10-26T08:00:00+01:00', 'Europe/Berlin', '2026-10-25T17:00:00.000Z'],
    ['P1D', undefined, '2026-11-01T10:00:00-05:00', 'America/New_York', '2026-10-31T14:00:00.000Z'],
    // Half an hour.
    [
      'P1D',
      undefined,
      '2026-10-04T10:00:00+11:00',
      'Australia/Lord_Howe',
      '2026-10-02T23:30:00.000Z',
    ],
    [
      'P1W',
      undefined,
      '2026-06-10T10:00:00-03:00',
      'America/Sao_Paulo',
      '2026-06-03T13:00:00.000Z',
    ],
    ['P2D', '17:00', '2026-06-10T10:00:00+05:45', 'Asia/Kathmandu', '2026-06-08T11:15:00.000Z'],
  ] as const)('%s %s before %s in %s', (notice, at, startsAt, timeZone, expected) => {
    expect(deadline(notice, at, startsAt, timeZone)).toBe(expected)
  })
})

describe('the window of a cancellation', () => {
  const windows = [
    { notice: 'PT2H', fee: { percent: 100 } },
    { notice: 'P1D', atTime: '18:00', fee: { percent: 50 } },
  ]
  const startsAt = new Date('2026-12-02T09:00:00Z')
  const at = (now: string) =>
    lateWindow(windows, startsAt, 'Europe/Berlin', new Date(now))?.window.fee.percent

  test.each([
    ['2026-12-01T17:00:00.000Z', undefined],
    ['2026-12-01T17:00:00.001Z', 50],
    ['2026-12-02T07:00:00.000Z', 50],
    ['2026-12-02T07:00:00.001Z', 100],
    ['2026-12-02T12:00:00.000Z', 100],
  ])('at %s: %s %%', (now, percent) => {
    expect(at(now)).toBe(percent)
  })
})

describe('the fee', () => {
  const price = { amountMinor: 9501, currency: 'EUR' }
  test.each([
    [{ percent: 50 }, { amountMinor: 4751, currency: 'EUR' }],
    [{ percent: 100 }, { amountMinor: 9501, currency: 'EUR' }],
    [{ percent: 0 }, { amountMinor: 0, currency: 'EUR' }],
    [{ amount: 4000 }, { amountMinor: 4000, currency: 'CHF' }],
  ])('%j', (fee, expected) => {
    expect(feeAmount(fee, price, 'CHF')).toEqual(expected)
  })

  test('has no percentage of a missing price', () => {
    const unpriced = { amountMinor: null, currency: null }
    expect(feeAmount({ percent: 100 }, unpriced, 'EUR').amountMinor).toBeNull()
    expect(feeAmount({ percent: 0 }, unpriced, 'EUR').amountMinor).toBe(0)
  })
})

describe('invalid windows are refused', () => {
  test.each([
    [[{ notice: 'PT0H', fee: free }], 'windows.0.notice', 'out_of_range'],
    [[{ notice: 'P91D', fee: free }], 'windows.0.notice', 'out_of_range'],
    [[{ notice: 'PT36H', atTime: '18:00', fee: free }], 'windows.0.atTime', 'not_allowed'],
    [
      [
        { notice: 'P7D', fee: free },
        { notice: 'P1W', fee: free },
      ],
      'windows.1',
      'duplicate',
    ],
  ])('%j', (windows, path, code) => {
    expect(() => assertWindows(windows)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path, code })] }) as Error,
    )
  })
})
