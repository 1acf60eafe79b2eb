import { z } from 'zod'
import { can } from '#platform/core/access/permissions.ts'
import { invalid, notFound } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { masked } from '#messaging/messages/rules.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { guardiansNotified, guardiansOf, type Recipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { templateOf } from '#messaging/messages/templates/index.ts'
import { write } from '#messaging/messages/templates/write.ts'
import { assertCriteria } from '../../recall/recall-assessments.ts'
import { recommend } from '../../recall/recommend.ts'
import { recallFilters } from '../../recall/schemas.ts'
import { defineAction, done, skipped } from '../action.ts'
import { OwnWords } from './own-words.ts'

const MessageGuardians = z.strictObject({
  template: z.enum(['assessment.recall', 'centre.message']).meta({
    description:
      'Template of the message. `assessment.recall` says that it is time for an appointment, unless you send another text in `message`; it is sent only while the child is due for an assessment. `centre.message` contains `message`.',
  }),
  childId: idOf('child').meta({
    description: 'Children to whose legal guardians the message is sent.',
  }),
  recipientIds: z.array(idOf('client')).max(20).nullable().default(null).meta({
    description:
      'Guardians to whom the message is sent, if they are still guardians; null for all legal guardians.',
  }),
  message: OwnWords.nullable().default(null).meta({
    description: 'The centre’s own words; null to use the text of the template.',
  }),
  ...recallFilters,
})
type MessageGuardians = z.infer<typeof MessageGuardians>

export const messageGuardians = defineAction({
  name: 'message_guardians',
  title: 'Write to the guardians of a child',
  description:
    'Sends a message from a template to legal guardians with an e-mail address. It first checks again that the reason still applies.',
  parameters: MessageGuardians,
  needs: ['children:read', 'assessment-recall:read', 'messages:write'],
  writesToPeople: true,
  approval: 'REQUIRED',
  preview: async (reader, parameters) => {
    const { template } = parameters
    const { childFirstName, guardians } = await addressed(reader, parameters)
    if (guardians.length === 0)
      return { text: 'Nobody will be written to: no_guardian_to_write_to' }
    const showsClients = can(reader.actor, 'clients:read')
    const firstName = showsClients ? guardians.map((one) => one.firstName).join(', ') : '…'
    const { language } = await loadMessagingTerms(reader)
    const variables = variablesFor(parameters, { firstName, childFirstName })
    const content = write(templateOf(template), variables, language)
    const recipients = guardians.map(({ id, firstName: name, email }) =>
      showsClients ? `${name} <${masked(email!)}> (${id})` : id,
    )
    const to = `To: ${recipients.join(', ')}`
    return { text: [to, content.subject, ...content.paragraphs].join('\n\n') }
  },
  recipients: async (reader, parameters) =>
    (await addressed(reader, parameters)).guardians.map(({ id }) => id),
  perform: async (tx, parameters, { idempotencyKey }) => {
    const { template, childId } = parameters
    const subject = { type: 'child', id: childId } as const
    const { childFirstName, guardians } = await addressed(tx, parameters)
    const why = await whyNot(tx, parameters, guardians)
    if (why) return skipped(`not sent: ${why}`, subject)
    for (const recipient of guardians)
      await queueMessage(tx, {
        template,
        variables: variablesFor(parameters, { firstName: recipient.firstName, childFirstName }),
        recipient,
        subject,
        dedupeKey: `${idempotencyKey}/${recipient.id}`,
      })
    return done(guardiansNotified(guardians), subject)
  },
})

/** Why guardians are no longer messaged, according to current records. */
const whyNot = async (
  reader: Reader,
  { template, childId, ...filters }: MessageGuardians,
  guardians: readonly Recipient[],
): Promise<string | undefined> => {
  if (template === 'assessment.recall') {
    const { recommendations } = await recommend(reader, { ...filters, limit: 1 }, childId)
    const [still] = recommendations
    if (!still) return 'not_due_any_more'
    if (still.blockedBy) return still.blockedBy.code
  }
  return guardians.length === 0 ? 'no_guardian_to_write_to' : undefined
}

const addressed = async (
  reader: Reader,
  { childId, recipientIds, ...criteria }: MessageGuardians,
) => {
  await assertCriteria(reader, criteria)
  const child = await reader.db.child.findFirst({ where: inTenant(reader, childId) })
  if (!child) throw notFound('child')
  const guardians = await guardiansOf(reader, childId)
  return {
    childFirstName: child.firstName,
    guardians: guardians.filter(({ id, email }) => email && (recipientIds?.includes(id) ?? true)),
  }
}

const variablesFor = (
  { template, message }: MessageGuardians,
  names: { firstName: string; childFirstName: string },
) => {
  if (template === 'assessment.recall') return { ...names, ...message }
  if (message) return { firstName: names.firstName, ...message }
  throw invalid('parameters.message', 'required', 'The template centre.message requires message.')
}
