import { signedText } from '../../support/signed-texts.ts'
import { performAction } from '#agents/catalog/perform-action.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { PutMessageLogo } from '#messaging/messages/logo/schemas.ts'
import { TEMPLATES } from '#messaging/messages/templates/index.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { Json, Made, Records } from './records.ts'
import type { People } from './people.ts'
import type { Scheduling } from './scheduling.ts'

const PATHS = {
  appointment: 'appointments',
  program: 'early-intervention-programs',
  formResponse: 'form-responses',
} as const

/** Follow-ups, messages, and answers of guardians. */
export const createMessaging = (
  { make, first, api, client, word }: Records,
  { child, family, program }: People,
  { appointment }: Scheduling,
) => {
  const followUp = async (): Promise<Made> => {
    const { id } = await appointment()
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'planSteps' })
    await planSteps(ctx, { kind: 'appointmentLifecycle', subjectId: id })
    return first(`/v1/follow-ups?subjectId=${id}`)
  }

  const followUpWithAttention = async (): Promise<Made> => {
    const made = await followUp()
    await api.query(
      `UPDATE follow_up_steps SET status = 'DONE', happened_at = now(), outcome = 'no e-mail',
         action_required = 'the child has no legal guardian on record'
       WHERE tenant_id = $1 AND follow_up_id = $2 AND step = 'reminder-48h'`,
      [client.tenantId, made.id],
    )
    return made
  }

  const cancelledFollowUp = async (): Promise<Made> => {
    const { id } = await followUp()
    return make(`/v1/follow-ups/${id}/cancel`, {})
  }

  /** A centre has one text for each template and language, so each gets a variant of its own. */
  const newMessageText = (): Json => ({
    template: 'centre.message',
    language: `es-x-${word().slice(-8).toLowerCase()}`,
    subject: '{subject}',
    body: 'Hola, {firstName}:\n\n{text}',
  })

  const messageText = async (): Promise<Made> => make('/v1/message-texts', newMessageText())

  const changedMessageText = async (): Promise<Made> => {
    const made = await messageText()
    await client.patch(`/v1/message-texts/${made.id}`, { subject: 'Hola: {subject}' })
    return { ...made, version: 2 }
  }

  /** The logo of e-mails: the example of its operation. */
  const messageLogo = async (): Promise<void> => {
    const body = PutMessageLogo.meta()?.['example'] as Json
    await client.send({ method: 'PUT', path: '/v1/message-settings/logo', json: body })
  }

  const message = () => queued('mara.weiss@example.com')

  /** Only guardians are notified and asked about a child. */
  const guardianOf = async (
    { type, id }: { type: keyof typeof PATHS; id: string },
    clientId: string,
  ): Promise<Made> => {
    const path = PATHS[type]
    const { childId } = (await client.get<{ childId: string }>(`/v1/${path}/${id}`)).body
    return make('/v1/guardianships', {
      childId,
      clientId,
      relationship: 'mother',
      legal: true,
      billing: false,
    })
  }

  /** A reminder to a guardian with this address. It is not sent, because no worker runs here. */
  const queued = async (email: string | null): Promise<Made> => {
    const { id: appointmentId } = await appointment()
    const { id: guardianId } = await make('/v1/clients', { name: 'Mara Weiss', email })
    await guardianOf({ type: 'appointment', id: appointmentId }, guardianId)
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'queueMessage' })
    const { id } = await transact(ctx, 'messages:write', (tx) =>
      queueMessage(tx, {
        template: 'appointment.reminder',
        variables: TEMPLATES['appointment.reminder'].example,
        recipient: { type: 'client', id: guardianId, firstName: 'Mara', email },
        subject: { type: 'appointment', id: appointmentId },
        dedupeKey: guardianId,
      }),
    )
    const { body } = await client.get<Made>(`/v1/messages/${id}`)
    return body
  }

  const undeliveredMessage = async (): Promise<Made> => {
    const message = await queued(null)
    const id = message['recipientId'] as string
    await client.patch(`/v1/clients/${id}`, { email: 'mara@example.com' })
    return message
  }

  /** If it comes back, nothing more is sent to its address, so each has another one. */
  const sentMessage = async (): Promise<Made> => {
    const made = await queued(`mara.${word().toLowerCase()}@example.com`)
    await api.query(
      `UPDATE messages SET status = 'SENT', sent_at = now(), sealed_variables = NULL
       WHERE tenant_id = $1 AND id = $2`,
      [client.tenantId, made.id],
    )
    return made
  }

  /** A message after which nothing more is sent to its address. */
  const bouncedMessage = async () =>
    client.post(`/v1/messages/${(await sentMessage()).id}/mark-bounced`)

  /** A text of a guardian. */
  const textReply = async () => {
    const phone = `+4915${Math.floor(Math.random() * 1e9)}`
    await family({ phone })
    const number = `+4930${Math.floor(Math.random() * 1e9)}`
    await client.patch('/v1/message-settings', { smsSender: number })
    const form = { MessageSid: `SM${number}`, From: phone, To: number, Body: 'Hello' }
    return api.anonymous().send(signedText('/text-replies', form))
  }

  /** The path of a link with a question to a guardian. */
  const linkAbout = async (
    purpose: 'feedback' | 'rebooking' | 'check-in',
    subject: { type: 'appointment' | 'program'; id: string },
  ): Promise<string> => {
    const { id: recipientId } = await family()
    await guardianOf(subject, recipientId)
    const { platform } = api.services
    const ctx = systemContext(platform, { tenantId: client.tenantId, action: 'createLink' })
    const expiresAt = new Date(platform.clock.now().getTime() + 86_400_000)
    const link = { purpose, subject, recipientId, language: 'en', expiresAt } as const
    const { path } = await transact(ctx, 'messages:write', (tx) => createLink(tx, link))
    return path
  }

  const feedbackLink = async () =>
    linkAbout('feedback', { type: 'appointment', id: (await appointment()).id })

  const rebookingLink = async () =>
    linkAbout('rebooking', { type: 'appointment', id: (await appointment()).id })

  const feedback = async (): Promise<Made> => {
    const path = await feedbackLink()
    await api.anonymous().post(path, { rating: 5 })
    return first('/v1/feedback')
  }

  /** The answer of a worried guardian. */
  const familyCheckIn = async (): Promise<Made> => {
    const { id: programId } = await program()
    const path = await linkAbout('check-in', { type: 'program', id: programId })
    const answer = { mood: 'WORRIED', services: 'yes', call: 'yes', comment: 'She cries.' }
    await api.anonymous().post(path, answer)
    return first(`/v1/family-check-ins?programId=${programId}`)
  }

  /** About a child, for a role. */
  const newTask = async (): Promise<Json> => ({
    title: 'Ask for the letter',
    childId: (await child()).id,
    role: 'SCHEDULER',
  })

  const task = async (): Promise<Made> => make('/v1/tasks', await newTask())

  const doneTask = async (): Promise<Made> => make(`/v1/tasks/${(await task()).id}/complete`, {})

  /** The action of an agent: it created a task. */
  const performedAction = async () => {
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'performAction' })
    const parameters = await newTask()
    const run = { idempotencyKey: parameters['childId'] as string, runId: null, madeFrom: [] }
    return performAction(ctx, { action: 'create_task', parameters, ...run })
  }

  return {
    performedAction,
    newTask,
    task,
    doneTask,
    linkAbout,
    guardianOf,
    followUp,
    followUpWithAttention,
    cancelledFollowUp,
    message,
    newMessageText,
    messageText,
    changedMessageText,
    messageLogo,
    undeliveredMessage,
    sentMessage,
    bouncedMessage,
    textReply,
    feedbackLink,
    rebookingLink,
    feedback,
    familyCheckIn,
  }
}
