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
  const from = new Map(Object.entries(before ?? {}))
  const changes: Changes = {}
  for (const [field, to] of Object.entries(after)) {
    const old = from.get(field) ?? null
    if (IGNORED.has(field) || JSON.stringify(old) === JSON.stringify(to ?? null)) continue
    changes[field] = WITHHELD.has(field)
      ? { from: withheld(old), to: withheld(to) }
      : { from: old, to }
  }
  return changes
}

const withheld = (value: unknown) => (value === null || value === undefined ? null : WITHHELD_VALUE)
