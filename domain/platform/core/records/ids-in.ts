import { subjectOf } from './ids.ts'

/** All ids of records in a value, at any depth. */
export const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return subjectOf(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}
