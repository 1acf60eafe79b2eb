import type { AuditFields } from '#vocabulary/resource.ts'
import { NOT_IN_TRAIL, shownInTrail } from './rules.ts'

/** The changes for the audit row: old and new value by field. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** The audit entry member for an effect that changed no record. */
export const CALL_FACTS = 'call'

/** The fields that differ between two states of a record; `before` is omitted for a creation. */
export const changesBetween = (
  fields: AuditFields,
  before: object | undefined,
  after: object,
): Changes =>
  Object.fromEntries(
    differing(before, after).map(({ field, from, to }) => [
      field,
      { from: shownInTrail(fields, field, from), to: shownInTrail(fields, field, to) },
    ]),
  )

/** The names of members that differ between two states of a record. */
export const changedMembers = (before: object, after: object): string[] =>
  differing(before, after).map(({ field }) => field)

const differing = (before: object | undefined, after: object) =>
  Object.entries(after)
    .filter(([field]) => !NOT_IN_TRAIL.has(field))
    .map(([field, value]: [string, unknown]) => ({
      field,
      from: ((before && Reflect.get(before, field)) ?? null) as unknown,
      to: value ?? null,
    }))
    .filter(({ from, to }) => !isSame(from, to))

const isSame = (from: unknown, to: unknown): boolean =>
  from === to || (from !== null && to !== null && JSON.stringify(from) === JSON.stringify(to))
