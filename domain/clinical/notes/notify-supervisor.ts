import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { findSupervisor } from '#organization/supervisions/queries.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { type MissingNoteFacts, queueNoteOverdue } from './missing-note-plan.ts'

/** Notifies the supervisor, one day after the therapist was notified. */
export const notifySupervisor = async (
  tx: Transaction,
  session: MissingNoteFacts,
  stepRun: StepRun,
): Promise<Outcome> => {
  const recipient = await findSupervisor(tx, session.providerId)
  const missing = 'the note has been missing for two days'
  if (!recipient) return skipped('not sent: there is no supervisor', missing)
  const provider = await tx.db.provider.findFirstOrThrow({
    where: { tenantId: tx.tenantId, id: session.providerId },
    select: { name: true },
  })
  await queueNoteOverdue(tx, session, stepRun, { recipient, providerName: provider.name })
  return done(`the note is missing: e-mail to the supervisor ${recipient.id}`, missing)
}
