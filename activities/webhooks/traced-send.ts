import {
  currentTraceparent,
  inSpan,
  isSameTrace,
  SpanKind,
} from '../../providers/telemetry/index.ts'
import type { AttemptResult, Delivery, Sender } from '../../providers/webhooks/index.ts'
import type { DueDelivery } from '#webhooks/deliveries/due.ts'

export interface TracedDelivery {
  sender: Sender
  request: Delivery
  delivery: DueDelivery
  /** The trace of the lease within which this is sent. */
  leaseTraceparent: string | undefined
  sendTraceparent: boolean
}

/**
 * Sends one delivery, in a span of its event's trace. A lease serves the events of many traces: when
 * it was begun for this event's, the attempt stands below it; else the two are linked.
 */
export const tracedSend = (options: TracedDelivery): Promise<AttemptResult> => {
  const { sender, request, delivery, leaseTraceparent: lease, sendTraceparent } = options
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
        'therapy.attempt': delivery.attempts + 1,
      },
    },
    async (span) => {
      const traceparent = sendTraceparent ? currentTraceparent() : undefined
      const headers = { ...request.headers, ...(traceparent && { traceparent }) }
      const result = await sender.send({ ...request, headers })
      span?.setAttributes({
        'therapy.outcome': result.outcome,
        ...(result.reason && { 'therapy.reason': result.reason }),
        ...(result.status && { 'http.response.status_code': result.status }),
      })
      if (result.outcome !== 'succeeded') span?.setStatus({ code: 2 })
      return result
    },
  )
}
