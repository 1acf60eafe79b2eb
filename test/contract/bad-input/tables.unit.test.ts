import { expect, test } from 'vitest'

import { operations } from '../../../api/resources/index.ts'
import { tablesOf } from './tables.ts'

const tables = tablesOf(operations)

/** A table that became empty would assert nothing. Fewer than these are a mistake, or mean a lower number. */
test.each([
  ['texts', tables.withTexts, 100],
  ['dates', tables.withDates, 25],
  ['ids', tables.withIds, 30],
  ['numbers', tables.withNumbers, 12],
  ['limits', tables.withLimit, 65],
  ['cursors', tables.withCursor, 65],
  ['ranges', tables.withRange, 15],
])('there are as many operations with %s as there were', (_, found, least) => {
  expect(found.length).toBeGreaterThanOrEqual(least)
})
