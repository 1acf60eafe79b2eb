import { inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { askEach } from '#messaging/links/ask-each.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { leadStepSubject, type LeadPlanFacts } from '../follow-up/plan-lead.ts'
import { loadLeadOffer } from '../lead/queries.ts'

/** Asks the provider. The message contains nothing about the family; the page shows what the centre allows. */
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
