import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import { defineAction, done } from '../action.ts'
import { described } from './described.ts'
import { OwnWords } from './own-words.ts'

const title = 'Write to providers'

export const messageProviders = defineAction({
  name: 'message_providers',
  title,
  description: 'Sends an e-mail in the centre’s own words to providers of the centre.',
  parameters: z.strictObject({
    providerIds: z.array(idOf('provider')).min(1).max(20).meta({
      description:
        'Providers to whom the e-mail is sent. Providers without an e-mail address are skipped.',
    }),
    message: OwnWords.meta({ description: 'Text of the e-mail.' }),
  }),
  needs: ['messages:write', 'providers:read'],
  writesToPeople: false,
  approval: 'NONE',
  preview: (reader, { providerIds, message: { subject, text } }) =>
    described(reader, title, { providerIds, subject, text }),
  recipients: async (reader, { providerIds }) =>
    (await providersOf(reader, providerIds)).map(({ id }) => id),
  perform: async (tx, { providerIds, message }, { idempotencyKey }) => {
    const providers = await providersOf(tx, providerIds)
    for (const recipient of providers)
      await queueMessage(tx, {
        template: 'centre.message',
        variables: { firstName: recipient.firstName, ...message },
        recipient,
        subject: { type: 'provider', id: recipient.id },
        dedupeKey: `${idempotencyKey}/${recipient.id}`,
      })
    const outcome = `e-mail to ${providers.length} of ${providerIds.length}`
    return done(outcome, { type: 'provider', id: providerIds[0]! })
  },
})

const providersOf = async (reader: Reader, providerIds: string[]): Promise<Recipient[]> => {
  const found: Recipient[] = []
  for (const id of new Set(providerIds)) {
    await assertReferences(reader, 'provider', { providerIds: id })
    const recipient = await findRecipient(reader, { type: 'provider', id })
    if (recipient?.email) found.push(recipient)
  }
  return found
}
