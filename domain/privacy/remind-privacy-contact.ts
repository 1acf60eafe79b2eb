import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { queueMessage, type MessageRequest } from '#messaging/messages/queue-message.ts'
import { privacyContact } from '#messaging/messages/recipient.ts'
import type { TemplateName } from '#messaging/messages/templates/index.ts'

type Reminder<Name extends TemplateName> = Pick<
  MessageRequest<Name>,
  'template' | 'variables' | 'subject' | 'dedupeKey' | 'timeZone'
> & {
  /** The instruction if no contact is configured: "review the access". */
  otherwise: string
}

/** Executes a step that sends a message to the centre's privacy contact. */
export const remindPrivacyContact = async <Name extends TemplateName>(
  tx: Transaction,
  { step, followUpId, runNow }: StepRun,
  { otherwise, ...message }: Reminder<Name>,
): Promise<Outcome> => {
  const recipient = await privacyContact(tx)
  if (!recipient.email)
    return skipped(
      'not sent: the centre has no privacy contact',
      `set privacyContactEmail in the message settings, and ${otherwise}`,
    )
  await queueMessage(tx, {
    ...message,
    recipient,
    followUp: { id: followUpId, step },
    now: runNow,
  })
  return done('e-mail to the privacy contact')
}
