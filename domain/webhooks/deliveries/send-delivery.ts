import type { KeyObject } from 'node:crypto'
import { currentTraceparent, inSpan, isSameTrace, SpanKind } from '#providers/telemetry/index.ts'
import {
  signDelivery,
  type AttemptResult,
  type Sender,
  type SignatureScheme,
} from '#providers/webhooks/index.ts'
import { eventBody, type DueDelivery } from './due.ts'

export interface SigningKey {
  kid: string
  privateKey: KeyObject
}

export interface DeliveryToSend {
  delivery: DueDelivery
  /** This and the next four members belong to the endpoint. */
  sender: Sender
  url: string
  secrets: readonly string[]
  schemes: readonly SignatureScheme[]
  /** Headers that are sent in addition to our own. */
  headers: Readonly<Record<string, string>>
  signingKey: SigningKey
  startedAt: Date
  /** The trace of the lease that sends it. */
  leaseTraceparent: string | undefined
  /** Whether deliveries pass their trace on to receivers; see docs/monitoring.md. */
  sendTraceparent: boolean
  signal: AbortSignal
}

/**
 * Signs and sends one delivery in a span of its event's trace. A lease serves events of many traces: if it was
 * started for this event, the attempt is its child; otherwise the two are linked.
 */
export const sendDelivery = (options: DeliveryToSend): Promise<AttemptResult> => {
  const { delivery, sender, url, signal, leaseTraceparent: lease, sendTraceparent } = options
  const event = delivery.traceparent ?? lease ?? null
  const below = lease && event && isSameTrace(lease, event) ? lease : event
  return inSpan(
    'POST webhook',
    {
      kind: SpanKind.CLIENT,
      parent: below,
      link: below === lease ? undefined : lease,
      attributes: {
        'therapy.tenant_id': delivery.tenantId,
        'therapy.event_id': delivery.eventId,
        'therapy.event_type': delivery.eventType,
        'therapy.endpoint_id': delivery.endpointId,
        'therapy.delivery_id': delivery.id,
        'therapy.attempt': delivery.attemptCount + 1,
      },
    },
    async (span) => {
      const body = eventBody(delivery)
      const traceparent = sendTraceparent ? currentTraceparent() : undefined
      const headers = {
        ...options.headers,
        ...signature(options, body),
        'content-type': 'application/json',
        // By this header an agent that calls its own webhook is stopped.
        ...(delivery.runId !== null && { 'X-Service-Agent-Run': delivery.runId }),
        ...(traceparent && { traceparent }),
      }
      const result = await sender.send({ url, headers, body, signal })
      span?.setAttributes({
        'therapy.outcome': result.outcome,
        ...(result.reason && { 'therapy.reason': result.reason }),
        ...(result.status && { 'http.response.status_code': result.status }),
      })
      if (result.outcome !== 'SUCCEEDED') span?.setStatus({ code: 2 })
      return result
    },
  )
}

const signature = (
  { delivery, url, secrets, schemes, signingKey, startedAt }: DeliveryToSend,
  body: string,
) =>
  signDelivery({
    secrets,
    schemes,
    ed25519: signingKey,
    eventId: delivery.eventId,
    attempt: delivery.attemptCount + 1,
    timestamp: Math.floor(startedAt.getTime() / 1_000),
    endpointId: delivery.endpointId,
    url,
    body,
  })
