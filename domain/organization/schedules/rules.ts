import { invalid } from '#platform/core/errors/errors.ts'

/** Refuses a last day that is before the first; null means no end. */
export const assertInOrder = (first: string | null, last: string | null, path: 'endsOn'): void => {
  if (first === null || last === null || first <= last) return
  throw invalid(
    path,
    'inverted_range',
    `${path} is before the first day, ${first}. Send that date or a later one.`,
  )
}
