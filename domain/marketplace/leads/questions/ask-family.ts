import { addMinutes } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { askEach } from '#messaging/links/ask-each.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { ANSWER_DAYS, type LeadPlanFacts } from '../follow-up/plan-lead.ts'

interface Asked extends Pick<LeadPlanFacts, 'timeZone' | 'missing'> {
  id: string
  language: Language
}

/** Asks a family, through a link, for the lead's missing data. */
export const askFamily = async (
  tx: Transaction,
  { id, language, timeZone, missing }: Asked,
  stepRun: StepRun,
  occasion: 'questions' | 'reminder',
): Promise<Outcome> => {
  const recipient = await findRecipient(tx, { type: 'lead', id })
  if (!recipient) return skipped('there is nobody to write to')
  const question = {
    template: 'lead.questions',
    purpose: 'lead-questions',
    subject: { type: 'lead', id },
    variables: ({ firstName }: { firstName: string }, path: string) => ({
      firstName,
      path,
      occasion,
    }),
    expiresAt: addMinutes(tx.now, ANSWER_DAYS * 24 * 60),
    timeZone,
    language,
    occasion: stepRun.dueAt.getTime(),
  } as const
  await askEach(tx, [recipient], question, stepRun)
  return done(`e-mail to the family: ${missing.length} facts are missing`)
}
