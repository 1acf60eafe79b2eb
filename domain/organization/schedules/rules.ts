import { invalid } from '#platform/core/errors/errors.ts'

/** Refuses days of which the last comes before the first; null has no end. */
export const assertInOrder = (first: string | null, last: string | null, path: 'endsOn'): void => {
  if (first === null || last === null || first <= last) return
  throw invalid(path, 'inverted_range', `${path} is before the first day, ${first}.`)
}
