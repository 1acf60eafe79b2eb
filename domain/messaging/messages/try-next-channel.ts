import type { Message as MessageModel } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Channel } from '../channels/rules.ts'
import type { FamilyKindName } from './family-kinds.ts'
import { queueMessage } from './queue-message.ts'
import { findRecipient, type RECIPIENT_TYPES } from './recipient.ts'
import { open } from './seal.ts'
import type { TemplateName, Variables } from './templates/index.ts'

/** Queues a message again by the channels that are left, if its own has failed and its content is still stored. */
export const tryNextChannel = async (tx: Transaction, row: MessageModel): Promise<void> => {
  const { id, nextChannels, sealedVariables, followUpId, step, notAfter } = row
  const { toldStartsAt: startsAt, toldLocationId: locationId } = row
  const [next] = nextChannels
  if (!next || !sealedVariables) return
  const type = row.recipientType as (typeof RECIPIENT_TYPES)[number]
  const recipient = await findRecipient(tx, { type, id: row.recipientId })
  if (!recipient) return
  await queueMessage(tx, {
    template: row.template as TemplateName,
    variables: open(tx.platform.cipher, id, sealedVariables) as Variables<TemplateName>,
    recipient,
    subject: { type: row.subjectType as never, id: row.subjectId },
    dedupeKey: `${row.dedupeKey}/${next}`,
    ...(followUpId && step && { followUp: { id: followUpId, step } }),
    channels: nextChannels as Channel[],
    language: row.language,
    ...(notAfter && { notAfter }),
    ...(row.kind && { kind: row.kind as FamilyKindName }),
    ...(startsAt && locationId && { told: { startsAt, locationId } }),
    // It was to be sent, so its kind was on, or it corrects an earlier message.
    corrects: true,
  })
}
