import type { ProcessingRestriction as Model } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { findNamed, personOf, type NamedPerson } from '#people/persons/named-person.ts'
import {
  toProcessingRestriction,
  type CreateProcessingRestriction,
  type ProcessingRestriction,
  type RestrictionGround,
} from './schemas.ts'
import { wakeFollowUpsOf } from './wake-follow-ups-of.ts'
import { processingRestrictionEvents } from './events.ts'

/** Restricts processing of a person's data. This is possible for archived people too. */
export const createProcessingRestriction = (
  ctx: Context,
  input: CreateProcessingRestriction,
): Promise<ProcessingRestriction> =>
  transact(ctx, 'processing-restrictions:write', async (tx) => {
    const { childId = null, clientId = null, ground, reason } = input
    await findNamed(tx, { childId, clientId })
    const row = await startRestriction(tx, { childId, clientId, ground, reason })
    return toProcessingRestriction(row)
  })

/**
 * Starts a restriction within another write, such as an erasure (`RETENTION`). From then on, this transaction
 * cannot write about the person either (docs/decisions/0054). Refused if another restriction is in force.
 */
export const startRestriction = async (
  tx: Transaction,
  {
    childId,
    clientId,
    ground,
    reason,
  }: NamedPerson & { ground: RestrictionGround; reason: string },
): Promise<Model> => {
  // Locks the person first, like every change of a person, and waits for current writes.
  await lockRecord(tx, childId ? 'children' : 'clients', (childId ?? clientId)!)
  const row = await tx.db.processingRestriction.create({
    data: {
      ...freshRecord(tx, newId('processingRestriction')),
      childId,
      clientId,
      ground,
      reason,
      startedAt: tx.now,
      startedBy: tx.actor.id,
    },
  })
  const subject = { type: 'processingRestriction', id: row.id } as const
  tx.created(subject, row)
  tx.changed(personOf(row), { restrictedAt: null }, { restrictedAt: row.startedAt })
  tx.emit(
    processingRestrictionEvents['processing_restriction.started'],
    subject,
    restrictionFacts(row),
  )
  if (row.childId) await wakeFollowUpsOf(tx, row.childId)
  return row
}

/** Members of events about a restriction: ids. */
export const restrictionFacts = ({ id, childId, clientId }: Model) => ({
  processingRestrictionId: id,
  childId,
  clientId,
})
