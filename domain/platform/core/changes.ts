import type { Entity } from './ids.ts'

/** What changed, for the audit row: old and new value by field. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/**
 * The members of a record whose values the trail shows, at any depth; of all others it says only that
 * they changed. The trail can never be corrected, so a member that nobody has named is withheld. `x.*`
 * shows all of the member `x`, whose own members are ids or names of tables; `*` shows everything, of
 * records that hold no person's words.
 */
export type AuditFields = readonly string[] | '*'

declare module './registry.ts' {
  interface Registry {
    auditFields: Readonly<Partial<Record<Entity, AuditFields>>>
  }
}

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
): Changes => {
  const changes: Changes = {}
  for (const [field, value] of Object.entries(after)) {
    if (IGNORED.has(field)) continue
    const from: unknown = (before && Reflect.get(before, field)) ?? null
    const to: unknown = value ?? null
    if (isSame(from, to)) continue
    changes[field] = { from: shown(fields, field, from), to: shown(fields, field, to) }
  }
  return changes
}

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
