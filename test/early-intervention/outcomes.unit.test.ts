import { expect, test } from 'vitest'
import { summaryStatement1, summaryStatement2 } from '#early-intervention/outcomes/rules.ts'
import { progressCategoryOf } from '#early-intervention/programs/progress-category.ts'

/**
 * Transcribed by hand from the tables of the ECTA Center: a row per rating at entry, a column per rating at
 * exit, 1 to 7. "-" is an impossible combination.
 */
const WITH_PROGRESS = ['BCCCCDD', 'BBCCCDD', 'BBBCCDD', 'BBBBCDD', 'BBBBBDD', 'BBBBBEE', 'BBBBBEE']
const WITHOUT = ['A------', 'AA-----', 'AAA----', 'AAAA---', 'AAAAA--', 'AAAAA--', 'AAAAA--']

const COMBINATIONS = [
  { progress: true, table: WITH_PROGRESS },
  { progress: false, table: WITHOUT },
].flatMap(({ progress, table }) =>
  table.flatMap((row, entry) =>
    Array.from(row, (category, exit) => [entry + 1, exit + 1, progress, category] as const),
  ),
)

test('the tables cover every combination of ratings and answers', () => {
  expect(COMBINATIONS).toHaveLength(7 * 7 * 2)
})

test.each(COMBINATIONS)(
  'from %i to %i with progress %s gives %s',
  (entry, exit, progress, category) => {
    expect(progressCategoryOf(entry, exit, progress) ?? '-').toBe(category)
  },
)

// (c + d) / (a + b + c + d), and (d + e) / (a + b + c + d + e).
test.each([
  [{ A: 1, B: 9, C: 10, D: 15, E: 10 }, 71.4, 55.6],
  [{ A: 0, B: 0, C: 0, D: 0, E: 4 }, null, 100],
  [{ A: 2, B: 0, C: 0, D: 0, E: 0 }, 0, 0],
  [{ A: 0, B: 0, C: 0, D: 0, E: 0 }, null, null],
])('%o give the summary statements %s and %s', (counts, first, second) => {
  expect(summaryStatement1(counts)).toBe(first)
  expect(summaryStatement2(counts)).toBe(second)
})
