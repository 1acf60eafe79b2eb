import { platformLanguageOf, type Language } from '../locales/languages.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { createLink } from './create-link.ts'
import type { LinkPurposeName } from './link-purpose.ts'
import { queueMessage } from '../messages/queue-message.ts'
import type { Recipient } from '../messages/recipient.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import type { TemplateName, Variables } from '../messages/templates/index.ts'
import type { StepRun } from '../follow-ups/follow-up-kind.ts'

/** A request through a single-use link. */
interface Question<Name extends TemplateName> {
  template: Name
  purpose: LinkPurposeName
  subject: Subject
  variables: (recipient: Recipient, path: string) => Variables<Name>
  /** When the link expires and its e-mail is no longer useful. */
  expiresAt: Date
  timeZone: string
  /** Defaults to the recipient’s, or else the centre’s. */
  language?: Language
  /** Distinguishes a repeated request from the first one. */
  occasion?: string | number
}

/** Sends each recipient an e-mail with a personal link. */
export const askEach = async <Name extends TemplateName>(
  tx: Transaction,
  guardians: readonly Recipient[],
  {
    template,
    purpose,
    subject,
    variables,
    expiresAt,
    timeZone,
    occasion,
    ...question
  }: Question<Name>,
  { step, followUpId, runNow }: StepRun,
): Promise<void> => {
  const { language: centreLanguage } = await loadMessagingTerms(tx)
  const asked = [followUpId, step, ...(occasion === undefined ? [] : [occasion])].join('/')
  for (const recipient of guardians) {
    const { id: recipientId } = recipient
    const wanted = question.language ?? recipient.language
    // The e-mail can be in any language, but pages exist only in the platform's.
    const language = platformLanguageOf(wanted, centreLanguage)
    const { path } = await createLink(tx, { purpose, subject, recipientId, language, expiresAt })
    await queueMessage(tx, {
      template,
      variables: variables(recipient, path),
      recipient,
      subject,
      dedupeKey: `${asked}/${recipientId}`,
      followUp: { id: followUpId, step },
      ...(question.language && { language: question.language }),
      timeZone,
      now: runNow,
      notAfter: expiresAt,
    })
  }
}
