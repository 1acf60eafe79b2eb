import type { AuditFields } from '#vocabulary/resource.ts'
import { NOT_IN_TRAIL, shownInTrail } from './rules.ts'

/** The changes in an audit row: the old and the new value of each field. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** The member of an audit entry for an effect that changed no record. */
export const CALL_FACTS = 'call'

/** The fields in which two states of a record differ. `before` is omitted for a creation. */
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

/** The names of the members in which two states of a record differ. */
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
