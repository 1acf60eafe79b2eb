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
  'programme',
  'email',
  'contactEmail',
  'privacyContactEmail',
  'reviewNote',
  'headers',
  'phone',
  'address',
  'customFields',
  'referral',
  'species',
  'alerts',
  'breed',
  'relationship',
  'description',
  'url',
  'errorReason',
  'declineReason',
  'feeWaiverReason',
  'reason',
  'comment',
  'override',
  'returnReason',
  'endReason',
  'voidReason',
  'revokeReason',
  'evidence',
  'liftReason',
  'undoReason',
  'specialties',
  'informed',
  'title',
  'area',
  'unit',
  'baseline',
  'target',
  'value',
  'trials',
  'response',
  'trend',
  'achievementStatus',
  'text',
  'sections',
  'closeReason',
  'definition',
  'answers',
  'scores',
  'signedName',
  'cancelReason',
  'items',
  'waiveReason',
  'corrections',
  'present',
  'decisionReason',
  'payer',
  'reference',
  'requester',
])
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
export const changesBetween = (before: object | undefined, after: object): Changes => {
  const changes: Changes = {}
  for (const [field, value] of Object.entries(after)) {
    if (IGNORED.has(field)) continue
    const from: unknown = (before && Reflect.get(before, field)) ?? null
    const to: unknown = value ?? null
    if (isSame(from, to)) continue
    changes[field] = { from: shown(field, from), to: shown(field, to) }
  }
  return changes
}

const isSame = (from: unknown, to: unknown): boolean =>
  from === to || (from !== null && to !== null && JSON.stringify(from) === JSON.stringify(to))

/** A value as the trail may have it; of an object each member, such as a cancellation's `reason`. */
const shown = (field: string, value: unknown): unknown => {
  if (value === null) return null
  if (WITHHELD.has(field)) return WITHHELD_VALUE
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, shown(name, it)]))
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
