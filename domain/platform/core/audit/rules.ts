import type { AuditFields } from '#vocabulary/resource.ts'

/** What the trail says instead of a value that it withholds. */
const WITHHELD_VALUE = '[withheld]'

/** Fields that the trail leaves out: they are bookkeeping, and change with every write. */
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
 * A value as the audit trail has it. The trail withholds every field that the `audit` list of its record in resource.ts does
 * not name; of an object, each member that it does not name, such as a cancellation's `reason`.
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
