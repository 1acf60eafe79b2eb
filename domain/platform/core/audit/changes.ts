import type { AuditFields } from '#vocabulary/resource.ts'

/** What changed, for the audit row: old and new value by field. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** The member of an audit entry under which a call says what it did, where no record changed. */
export const CALL_FACTS = 'call'

const WITHHELD_VALUE = '[withheld]'

/** Bookkeeping, not change. */
const IGNORED = new Set([
  'version',
  'updatedAt',
  'createdAt',
  'statusChangedAt',
  'tenantId',
  'searchName',
  'storageKey',
  'busyFrom',
  'busyUntil',
])

/** The fields that differ between two states of a record; `before` is omitted for a creation. */
export const changesBetween = (
  fields: AuditFields,
  before: object | undefined,
  after: object,
): Changes =>
  Object.fromEntries(
    differing(before, after).map(({ field, from, to }) => [
      field,
      { from: shown(fields, field, from), to: shown(fields, field, to) },
    ]),
  )

/** The names of the members that differ between two states of a record. */
export const changedMembers = (before: object, after: object): string[] =>
  differing(before, after).map(({ field }) => field)

const differing = (before: object | undefined, after: object) =>
  Object.entries(after)
    .filter(([field]) => !IGNORED.has(field))
    .map(([field, value]: [string, unknown]) => ({
      field,
      from: ((before && Reflect.get(before, field)) ?? null) as unknown,
      to: value ?? null,
    }))
    .filter(({ from, to }) => !isSame(from, to))

const isSame = (from: unknown, to: unknown): boolean =>
  from === to || (from !== null && to !== null && JSON.stringify(from) === JSON.stringify(to))

/** A value as the trail may have it; of an object each member, such as a cancellation's `reason`. */
const shown = (fields: AuditFields, field: string, value: unknown): unknown => {
  if (value === null) return null
  if (fields === '*' || field === 'id' || fields.includes(`${field}.*`)) return value
  if (!fields.includes(field)) return WITHHELD_VALUE
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [name, shown(fields, name, it)]),
  )
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
