/** What changed, for the audit row: old and new value by field. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** Fields whose values never reach the audit trail: that they changed is recorded, not to what. */
const WITHHELD = new Set([
  'secret',
  'secretHash',
  'secrets',
  'notes',
  'subjective',
  'objective',
  'assessment',
  'plan',
  'firstName',
  'lastName',
  'name',
  'birthDate',
  'email',
  'contactEmail',
  'headers',
  'phone',
  'address',
  'customFields',
  'referral',
  'breed',
  'description',
  'url',
  'errorReason',
  'reason',
])
const WITHHELD_VALUE = '[withheld]'

/** Bookkeeping, not change. */
const IGNORED = new Set([
  'version',
  'updatedAt',
  'createdAt',
  'statusChangedAt',
  'tenantId',
  'busyFrom',
  'busyUntil',
])

/** The fields that differ between two states of a record; `before` is omitted for a creation. */
export const changesBetween = (before: object | undefined, after: object): Changes => {
  const changes: Changes = {}
  for (const [field, value] of Object.entries(after)) {
    if (IGNORED.has(field)) continue
    const from: unknown = (before && Reflect.get(before, field)) ?? null
    const to: unknown = value ?? null
    if (isSame(from, to)) continue
    changes[field] = WITHHELD.has(field) ? { from: withheld(from), to: withheld(to) } : { from, to }
  }
  return changes
}

const isSame = (from: unknown, to: unknown): boolean =>
  from === to || (from !== null && to !== null && JSON.stringify(from) === JSON.stringify(to))

const withheld = (value: unknown) => (value === null ? null : WITHHELD_VALUE)
