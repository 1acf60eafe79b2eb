import type { AuditFields } from '#vocabulary/resource.ts'

/** The value that replaces a withheld one in the trail. */
const WITHHELD_VALUE = '[withheld]'

/** Bookkeeping fields, which change with every write and are therefore omitted. */
export const NOT_IN_TRAIL: ReadonlySet<string> = new Set([
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

/**
 * A value in the form in which the trail shows it. It withholds every field that the `audit` list in
 * resource.ts does not contain, and also members of objects that are not listed, such as a cancellation's
 * `reason`.
 */
export const shownInTrail = (fields: AuditFields, field: string, value: unknown): unknown => {
  if (value === null) return null
  if (fields === '*' || field === 'id' || fields.includes(`${field}.*`)) return value
  if (!fields.includes(field)) return WITHHELD_VALUE
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [name, shownInTrail(fields, name, it)]),
  )
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
