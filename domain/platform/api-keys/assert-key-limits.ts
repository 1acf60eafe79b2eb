import { DomainError, invalid } from '../core/errors/errors.ts'
import type { Transaction } from '../core/transactions/transaction.ts'
import { inTenant } from '../core/records/record-ref.ts'
import { excessOver, type KeyChange, type KeyLimits } from './rules.ts'
import { signingGrantable } from './signing-grantable.ts'

/**
 * Refuses limits that exceed the caller's own. The platform may set any.
 * @param change the changed members of an existing key. Rights that others granted may stay.
 */
export const assertKeyLimits = async (
  tx: Transaction,
  wanted: KeyLimits,
  change?: KeyChange,
): Promise<void> => {
  const { actor } = tx
  const { permissions, kind, id } = actor
  if (permissions === 'all') return
  const key =
    kind === 'API_KEY' ? await tx.db.apiKey.findFirst({ where: inTenant(tx, id) }) : undefined
  const grantable = new Set([...permissions, ...(await signingGrantable(tx, wanted))])
  const grantor = { actor: { ...actor, permissions: grantable }, key: key ?? undefined }
  const excesses = excessOver(grantor, wanted, change)
  const [first] = excesses
  if (!first) return
  throw new DomainError(
    'insufficient_scope',
    `An API key cannot have more access than you. ${first.path}: ${first.message}.`,
    { issues: excesses.map((excess) => ({ ...excess, code: 'exceeds_grantor' })) },
  )
}

export const assertFuture = (tx: Transaction, expiresAt: Date | null): void => {
  if (expiresAt === null || expiresAt > tx.now) return
  throw invalid('expiresAt', 'in_the_past', 'expiresAt must be in the future.')
}
