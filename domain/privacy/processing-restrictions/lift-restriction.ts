import type { ProcessingRestriction as Model } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { personOf } from '#people/persons/named-person.ts'
import { writeRestriction } from './change-restriction.ts'
import { processingRestrictionEvents } from './events.ts'
import { restrictionFacts } from './start-restriction.ts'
import { wakeFollowUpsOf } from './wake-follow-ups-of.ts'

/** Lifts a restriction within another write. From then on the person's records can be changed. */
export const liftRestriction = async (
  tx: Transaction,
  before: Model,
  facts: { liftReason: string; notifiedBy?: string },
): Promise<Model> => {
  const row = await writeRestriction(tx, before, {
    ...facts,
    liftedAt: tx.now,
    liftedBy: tx.actor.id,
  })
  const subject = { type: 'processingRestriction', id: row.id } as const
  tx.changed(personOf(row), { restrictedAt: row.startedAt }, { restrictedAt: null })
  tx.emit(
    processingRestrictionEvents['processing_restriction.lifted'],
    subject,
    restrictionFacts(row),
  )
  if (row.childId) await wakeFollowUpsOf(tx, row.childId)
  return row
}
