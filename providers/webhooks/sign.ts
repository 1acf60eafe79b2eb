import { createHmac, type KeyObject, sign } from 'node:crypto'
import { standardWebhooksKey } from './secrets.ts'
import { type DeliveryIdentity, type RawBody, v1Mac, v2SigningText } from './signing-text.ts'

/** One delivery attempt to sign. */
export type DeliveryToSign = Omit<DeliveryIdentity, 'kid'> & {
  /** `whsec_…`, newest first; two while a rotation overlaps. */
  secrets: readonly string[]
  ed25519: { kid: string; privateKey: KeyObject }
}

/** The headers of a signed delivery. */
export type SignedHeaders = {
  'X-Service-Signature': string
  'X-Service-Attempt': string
  'X-Service-Endpoint': string
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * Signs one attempt three ways, so that a receiver may pick the library it has:
 * - `X-Service-Signature: t=<unix>,v1=<hex>[,v1=<hex>…],v2=<kid>:<base64url unpadded>`. `v1` is
 *   what Stripe's `constructEvent` verifies, one per secret; `v2` is Ed25519 over
 *   {@link v2SigningText}, verified with a published key and bound to this endpoint and attempt.
 * - `webhook-id`, `webhook-timestamp`, `webhook-signature`: Standard Webhooks 1.0.
 * - `X-Service-Attempt` and `X-Service-Endpoint`: what `v2` binds and the body does not say.
 */
export function signDelivery(delivery: DeliveryToSign): SignedHeaders {
  const { secrets, ed25519, eventId, timestamp, body } = delivery
  if (secrets.length === 0) throw new TypeError('A delivery needs at least one secret')
  const v2 = sign(
    null,
    Buffer.from(v2SigningText({ ...delivery, kid: ed25519.kid })),
    ed25519.privateKey,
  )
  const v1 = secrets.map((secret) => `v1=${v1Mac(secret, timestamp, body).toString('hex')}`)
  return {
    'X-Service-Signature': `t=${timestamp},${v1.join(',')},v2=${ed25519.kid}:${v2.toString('base64url')}`,
    'X-Service-Attempt': String(delivery.attempt),
    'X-Service-Endpoint': delivery.endpointId,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => `v1,${standardWebhooksMac(secret, eventId, timestamp, body)}`)
      .join(' '),
  }
}

/** Standard Webhooks: HMAC-SHA-256 over `<id>.<timestamp>.<raw body>`, base64. */
function standardWebhooksMac(secret: string, id: string, timestamp: number, body: RawBody): string {
  return createHmac('sha256', standardWebhooksKey(secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64')
}
