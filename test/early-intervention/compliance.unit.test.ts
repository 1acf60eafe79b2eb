import { expect, test } from 'vitest'
import { percentOf } from '#early-intervention/compliance/rules.ts'

test.each([
  [{ TIMELY: 33, LATE_BY_FAMILY: 4, LATE_OTHERWISE: 2, PENDING: 1 }, 94.9],
  [{ TIMELY: 0, LATE_BY_FAMILY: 2, LATE_OTHERWISE: 0, PENDING: 5 }, 100],
  [{ TIMELY: 0, LATE_BY_FAMILY: 0, LATE_OTHERWISE: 3, PENDING: 0 }, 0],
  [{ TIMELY: 0, LATE_BY_FAMILY: 0, LATE_OTHERWISE: 0, PENDING: 3 }, null],
])('for %o, %s percent are timely', (counts, percent) => {
  expect(percentOf(counts)).toBe(percent)
})
