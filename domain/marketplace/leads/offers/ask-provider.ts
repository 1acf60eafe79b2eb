import { inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { askEach } from '#messaging/links/ask-each.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { leadStepSubject, type LeadPlanFacts } from '../follow-up/plan-lead.ts'
import { loadLeadOffer } from '../lead/queries.ts'

/** Of the family nothing is in the message; the page says what the centre may say. */
export const askProvider = async (
  tx: Transaction,
  { timeZone }: Pick<LeadPlanFacts, 'timeZone'>,
  stepRun: StepRun,
): Promise<Outcome> => {
  const id = leadStepSubject(stepRun.step)
  const { providerId, expiresAt } = await loadLeadOffer(tx, id)
  const recipient = await findRecipient(tx, { type: 'provider', id: providerId })
  if (!recipient) return skipped('there is nobody to write to')
  const question = {
    template: 'lead.offer',
    purpose: 'lead-offer',
    subject: { type: 'leadOffer', id },
    variables: ({ firstName }: { firstName: string }, path: string) => ({
      firstName,
      path,
      expiresAt: inZone(expiresAt, timeZone),
      timeZone,
    }),
    expiresAt,
    timeZone,
  } as const
  await askEach(tx, [recipient], question, stepRun)
  return done('e-mail to the provider')
}
