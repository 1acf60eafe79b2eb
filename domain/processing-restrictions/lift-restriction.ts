import type { ProcessingRestriction as Model } from '../../prisma/generated/client.ts'
import type { Context } from '../core/context.ts'
import { DomainError } from '../core/errors.ts'
import { lockRecord } from '../core/lock.ts'
import { keyOf, touched, type RecordRef } from '../core/record-ref.ts'
import { assertVersion } from '../core/record.ts'
import { transact, type Transaction } from '../core/transaction.ts'
import { loadProcessingRestriction } from './queries.ts'
import {
  toProcessingRestriction,
  type LiftProcessingRestriction,
  type ProcessingRestriction,
} from './schemas.ts'
import { personOf, restrictionFacts } from './start-restriction.ts'
import { wakeFollowUpsOf } from './wake-child.ts'

/** Ends a restriction, once whoever obtained it was told (Art. 18(3) GDPR). */
export const liftProcessingRestriction = (
  ctx: Context,
  { id, version, lift: { reason, informed } }: RecordRef & { lift: LiftProcessingRestriction },
): Promise<ProcessingRestriction> =>
  transact(ctx, 'processing-restrictions:write', async (tx) => {
    const before = await lockRestriction(tx, id)
    assertVersion(before, version)
    assertLiftable(before)
    return toProcessingRestriction(await lift(tx, before, { liftReason: reason, informed }))
  })

/** What is kept by law ends with its time, by the erasure that began it. */
export const assertLiftable = ({ ground, liftedAt }: Model): void => {
  if (liftedAt)
    throw new DomainError('invalid_transition', 'The restriction has been lifted already.', {
      extra: { status: 'LIFTED', allowed: [] },
    })
  if (ground === 'RETENTION')
    throw new DomainError(
      'conflict',
      'What is left after an erasure is kept by law only: it ends with that time, not by hand.',
    )
}

/** The restriction, locked after the person, as its start does. */
export const lockRestriction = async (tx: Transaction, id: string): Promise<Model> => {
  const { childId, clientId } = await loadProcessingRestriction(tx, id)
  await lockRecord(tx, childId ? 'children' : 'clients', (childId ?? clientId)!)
  await lockRecord(tx, 'processing_restrictions', id)
  return loadProcessingRestriction(tx, id)
}

/** Lifts it as part of another write. From here on the person's records can be changed again. */
export const lift = async (
  tx: Transaction,
  before: Model,
  facts: { liftReason: string; informed?: string },
): Promise<Model> => {
  const { id } = before
  const row = await tx.db.processingRestriction.update({
    where: keyOf(tx, id),
    data: { ...facts, liftedAt: tx.now, liftedBy: tx.actor.id, ...touched(tx) },
  })
  const subject = { type: 'processingRestriction', id }
  tx.audit(subject, before, row)
  tx.audit(personOf(row), { restrictedAt: row.startedAt }, { restrictedAt: null })
  tx.emit('processing_restriction.lifted', subject, restrictionFacts(row))
  if (row.childId) await wakeFollowUpsOf(tx, row.childId)
  return row
}
