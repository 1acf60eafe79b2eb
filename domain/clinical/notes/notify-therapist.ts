import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { type MissingNoteFacts, ARCHIVED, queueNoteOverdue } from './missing-note-plan.ts'

/** Notifies the provider of an unscheduled session. */
export const notifyTherapist = async (
  tx: Transaction,
  session: MissingNoteFacts,
  stepRun: StepRun,
): Promise<Outcome> => {
  const recipient = await findRecipient(tx, { type: 'provider', id: session.providerId })
  if (!recipient) return skipped(`not sent: ${ARCHIVED}`, ARCHIVED)
  await queueNoteOverdue(tx, session, stepRun, { recipient, providerName: null })
  return done('the note is missing: e-mail to the provider')
}
