import { exampleFor } from '../../api/documents/examples.ts'
import type { Operation } from '../../api/http/operation.ts'
import { sealEntries } from '#platform/audit/seal-entries.ts'
import { systemContext } from '#platform/core/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { TEMPLATES } from '#messaging/messages/templates/index.ts'
import { transact } from '#platform/core/transaction.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { Care } from './world/care.ts'
import type { Json, Made } from './world/records.ts'

export { CLINICAL, FORM_ANSWERS } from './world/care.ts'
export type { Json, Made, WorldApi } from './world/records.ts'

/** A tenant that a test can ask for any record. */
export class World extends Care {
  order = async () => this.make('/v1/orders', { appointmentId: (await this.appointment()).id })

  payment = async () =>
    this.make('/v1/payments', { orderId: (await this.order()).id, method: 'card_ok' })

  apiKey = () => this.make('/v1/api-keys', { name: 'Booking site', scopes: ['bookings'] })

  /** At a public address that needs no name to be resolved. Nothing is sent: no courier runs here. */
  endpoint = () =>
    this.make('/v1/webhook-endpoints', { url: PUBLIC_URL, eventTypes: ['booking.created'] })

  recovery = async () =>
    this.make(`/v1/webhook-endpoints/${(await this.endpoint()).id}/recover`, {
      since: '2026-11-20T00:00:00Z',
    })

  async event(): Promise<Made> {
    await this.appointment()
    return this.first('/v1/events')
  }

  async delivery(): Promise<Made> {
    const { id } = await this.endpoint()
    await this.appointment()
    // What the calls before left in the outbox may be more than one batch.
    while ((await fanOutEvents(this.api.services.platform, 1_000)).events > 0);
    return this.first(`/v1/deliveries?endpointId=${id}`)
  }

  async failedDelivery(): Promise<Made> {
    const delivery = await this.delivery()
    await this.api.query(
      `UPDATE webhook_deliveries SET status = 'failed', finished_at = now(), next_attempt_at = NULL
       WHERE tenant_id = $1 AND id = $2`,
      [this.client.tenantId, delivery.id],
    )
    return delivery
  }

  async followUp(): Promise<Made> {
    const { id } = await this.appointment()
    const { tenantId } = this.client
    const ctx = systemContext(this.api.services.platform, { tenantId, action: 'planSteps' })
    await planSteps(ctx, { kind: 'appointmentLifecycle', subjectId: id })
    return this.first(`/v1/follow-ups?subject=${id}`)
  }

  async followUpWithAttention(): Promise<Made> {
    const followUp = await this.followUp()
    await this.api.query(
      `UPDATE follow_up_steps SET status = 'DONE', happened_at = now(), outcome = 'no e-mail',
         attention = 'the child has no legal guardian on record'
       WHERE tenant_id = $1 AND follow_up_id = $2 AND step = 'reminder-48h'`,
      [this.client.tenantId, followUp.id],
    )
    return followUp
  }

  async cancelledFollowUp(): Promise<Made> {
    const { id } = await this.followUp()
    return this.make(`/v1/follow-ups/${id}/cancel`, {})
  }

  message = () => this.queued('mara.weiss@example.com')

  /** A reminder to a guardian with this address. Nothing is sent: no worker runs here. */
  private async queued(email: string | null): Promise<Made> {
    const { id: appointmentId } = await this.appointment()
    const client = await this.make('/v1/clients', { name: 'Mara Weiss', email })
    const { tenantId } = this.client
    const ctx = systemContext(this.api.services.platform, { tenantId, action: 'queueMessage' })
    const { id } = await transact(ctx, 'messages:write', (tx) =>
      queueMessage(tx, {
        template: 'appointment.reminder',
        variables: TEMPLATES['appointment.reminder'].example,
        recipient: { type: 'client', id: client.id, firstName: 'Mara', email },
        subject: { type: 'appointment', id: appointmentId },
        dedupeKey: client.id,
      }),
    )
    const { body } = await this.client.get<Made>(`/v1/messages/${id}`)
    return body
  }

  async undeliveredMessage(): Promise<Made> {
    const message = await this.queued(null)
    const { id } = message['recipient'] as { id: string }
    await this.client.patch(`/v1/clients/${id}`, { email: 'mara@example.com' })
    return message
  }

  async sentMessage(): Promise<Made> {
    const message = await this.message()
    await this.api.query(
      `UPDATE messages SET status = 'SENT', sent_at = now(), sealed_variables = NULL
       WHERE tenant_id = $1 AND id = $2`,
      [this.client.tenantId, message.id],
    )
    return message
  }

  /** The path of a link that asks for feedback. */
  async feedbackLink(): Promise<string> {
    const { id: appointmentId } = await this.appointment()
    const { id: recipientId } = await this.family()
    const { platform } = this.api.services
    const { tenantId } = this.client
    const ctx = systemContext(platform, { tenantId, action: 'createLink' })
    const { path } = await transact(ctx, 'messages:write', (tx) =>
      createLink(tx, {
        purpose: 'feedback',
        subject: { type: 'appointment', id: appointmentId },
        recipientId,
        language: 'en',
        expiresAt: new Date(platform.clock.now().getTime() + 86_400_000),
      }),
    )
    return path
  }

  async feedback(): Promise<Made> {
    const path = await this.feedbackLink()
    await this.api.anonymous().post(path, { rating: 5 })
    return this.first('/v1/feedback')
  }

  /** What a guardian said who is worried. */
  async checkIn(): Promise<Made> {
    const { id: programId } = await this.program()
    const { id: recipientId } = await this.family()
    const { platform } = this.api.services
    const { tenantId } = this.client
    const ctx = systemContext(platform, { tenantId, action: 'createLink' })
    const { path } = await transact(ctx, 'messages:write', (tx) =>
      createLink(tx, {
        purpose: 'check-in',
        subject: { type: 'program', id: programId },
        recipientId,
        language: 'en',
        expiresAt: new Date(platform.clock.now().getTime() + 86_400_000),
      }),
    )
    const answer = { mood: 'WORRIED', services: 'yes', call: 'yes', comment: 'She cries.' }
    await this.api.anonymous().post(path, answer)
    return this.first(`/v1/check-ins?programId=${programId}`)
  }

  async auditEntry(): Promise<Made> {
    await this.location()
    return this.first('/v1/audit-entries')
  }

  async auditSeal(): Promise<Made> {
    await this.location()
    await sealEntries(this.api.services.platform)
    return this.first('/v1/audit-seals')
  }
}

export const PUBLIC_URL = 'https://93.184.215.14/hooks'

/** What one call of an operation sends. */
export interface Call {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** The request of a call. */
export const requestOf = (operation: Operation, { params = {}, query = {}, body }: Call) => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name)
  const search = new URLSearchParams(query).toString()
  return {
    method: operation.method.toUpperCase(),
    path: search ? `${path}?${search}` : path,
    ...(body !== undefined && { json: body }),
  }
}

/** A whole example of an operation's body; `undefined` for one without. */
export const exampleBody = (operation: Operation): Json | undefined =>
  operation.body && (exampleFor(operation.body) as Json)

/** A call whose body and parameters parse, about records that nobody has. */
export const exampleCall = (operation: Operation): Call => ({
  ...(operation.params && { params: exampleFor(operation.params) as Record<string, string> }),
  ...(operation.body && { body: exampleFor(operation.body) }),
})
