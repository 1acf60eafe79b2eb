/** The three child outcomes of SPP/APR Indicator 3. */
export const OUTCOMES = [
  'SOCIAL_EMOTIONAL',
  'KNOWLEDGE_AND_SKILLS',
  'BEHAVIORS_TO_MEET_NEEDS',
] as const
export type ChildOutcome = (typeof OUTCOMES)[number]

export const PROGRESS_CATEGORIES = ['A', 'B', 'C', 'D', 'E'] as const
export type ProgressCategory = (typeof PROGRESS_CATEGORIES)[number]

/** Ratings from this value mean functioning as expected for the age. */
const AGE_EXPECTED = 6

/**
 * The OSEP progress category for the ratings at entry and exit. Source: ECTA Center, "Calculating OSEP Progress
 * Categories from the Child Outcomes Summary (COS) Form". Undefined for impossible combinations: a child who is
 * rated higher, or 6 or 7, at exit has shown new skills.
 */
export const progressCategoryOf = (
  entry: number,
  exit: number,
  madeProgress: boolean,
): ProgressCategory | undefined => {
  const reached = exit >= AGE_EXPECTED
  if (!madeProgress) return reached || exit > entry ? undefined : 'A'
  if (reached) return entry >= AGE_EXPECTED ? 'E' : 'D'
  return exit > entry ? 'C' : 'B'
}
