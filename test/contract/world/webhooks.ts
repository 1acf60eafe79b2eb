import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import type { Made, Records } from './records.ts'
import type { Scheduling } from './scheduling.ts'

export const PUBLIC_URL = 'https://93.184.215.14/hooks'

/** Endpoints and deliveries. */
export const createWebhooks = (
  { make, first, api, client }: Records,
  { appointment }: Scheduling,
) => {
  /** At a public address without a name lookup. Nothing is sent, because no courier runs here. */
  const endpoint = () =>
    make('/v1/webhook-endpoints', { url: PUBLIC_URL, eventTypes: ['booking.created'] })

  const recovery = async () =>
    make(`/v1/webhook-endpoints/${(await endpoint()).id}/recover`, {
      startsAt: '2026-11-20T00:00:00Z',
    })

  const event = async (): Promise<Made> => {
    await appointment()
    return first('/v1/events')
  }

  const delivery = async (): Promise<Made> => {
    const { id } = await endpoint()
    await appointment()
    // Earlier calls may leave more than one batch in the outbox.
    while ((await fanOutEvents(api.services.platform, 1_000)).events > 0);
    return first(`/v1/deliveries?endpointId=${id}`)
  }

  const failedDelivery = async (): Promise<Made> => {
    const made = await delivery()
    await api.query(
      `UPDATE webhook_deliveries SET status = 'FAILED', finished_at = now(), next_attempt_at = NULL
       WHERE tenant_id = $1 AND id = $2`,
      [client.tenantId, made.id],
    )
    return made
  }

  return { endpoint, recovery, event, delivery, failedDelivery }
}
