import { expect, test } from 'vitest'
import { lastWhole } from '#analytics/figures/periods.ts'

test.each([
  ['DAY', 1, '2027-03-01', '2027-02-28', '2027-02-28'],
  ['DAY', 7, '2027-03-01', '2027-02-22', '2027-02-28'],
  ['WEEK', 1, '2027-02-01', '2027-01-25', '2027-01-31'],
  ['WEEK', 2, '2027-01-31', '2027-01-11', '2027-01-24'],
  ['MONTH', 1, '2028-03-31', '2028-02-01', '2028-02-29'],
  ['MONTH', 12, '2027-01-01', '2026-01-01', '2026-12-31'],
  ['QUARTER', 1, '2027-05-31', '2027-01-01', '2027-03-31'],
  ['QUARTER', 2, '2027-01-15', '2026-07-01', '2026-12-31'],
] as const)('%s, the last %i before %s', (period, periods, today, startsOn, endsOn) => {
  expect(lastWhole(period, periods, today)).toEqual({ startsOn, endsOn })
})
