import {
  PROGRESS_CATEGORIES,
  progressCategoryOf,
  type ProgressCategory,
} from '../programs/progress-category.ts'

const RATINGS = [1, 2, 3, 4, 5, 6, 7]

/** All combinations of ratings that have a category, as a lookup table. */
export const CATEGORIES_OF_RATINGS = RATINGS.flatMap((entry) =>
  RATINGS.flatMap((exit) =>
    [true, false].flatMap((progress) => {
      const category = progressCategoryOf(entry, exit, progress)
      return category ? [{ entry, exit, progress, category }] : []
    }),
  ),
)

/** Six months of service, in days, as in the ECTA Center's calculator. */
export const SIX_MONTHS_DAYS = 182

/** How a child counts in the report: its category, or why it has none. */
export const STANDINGS = [...PROGRESS_CATEGORIES, 'SHORT_SERVICE', 'INCOMPLETE'] as const
export type Standing = (typeof STANDINGS)[number]

type Counts = Readonly<Record<ProgressCategory, number>>

/** Of children who entered below age expectations, the percentage with substantially increased growth. */
export const summaryStatement1 = ({ A, B, C, D }: Counts): number | null =>
  percent(C + D, A + B + C + D)

/** The percentage of all children within age expectations at exit. */
export const summaryStatement2 = ({ A, B, C, D, E }: Counts): number | null =>
  percent(D + E, A + B + C + D + E)

const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((1_000 * part) / whole) / 10
