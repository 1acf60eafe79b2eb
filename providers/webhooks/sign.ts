import { type KeyObject, sign } from 'node:crypto'
import { type DeliveryIdentity, v1Mac, v2SigningText } from './signing-text.ts'
import { standardWebhooksMac } from './standard-webhooks-mac.ts'

/** The schemes of `X-Service-Signature`, from which an endpoint chooses. */
export const SIGNATURE_SCHEMES = ['v1', 'v2'] as const
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number]

/** One delivery attempt to sign. */
export type DeliveryToSign = Omit<DeliveryIdentity, 'kid'> & {
  /** `whsec_…`, newest first; two during a rotation. */
  secrets: readonly string[]
  /** The schemes used in `X-Service-Signature`. */
  schemes: readonly SignatureScheme[]
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
 * Signs one attempt in three ways, so that a receiver can use the library that it has:
 * - `X-Service-Signature: t=<unix>` and the schemes that the endpoint chose: `v1=<hex>`, which Stripe's
 * `constructEvent` verifies, one per secret; `v2=<kid>:<base64url unpadded>`, Ed25519 over
 * {@link v2SigningText}, verified with a published key and bound to this endpoint and attempt.
 * - `webhook-id`, `webhook-timestamp`, `webhook-signature`: Standard Webhooks 1.0.
 * - `X-Service-Attempt` and `X-Service-Endpoint`: values that `v2` signs and the body lacks.
 */
export function signDelivery(delivery: DeliveryToSign): SignedHeaders {
  const { secrets, schemes, eventId, timestamp, body } = delivery
  if (secrets.length === 0) throw new TypeError('A delivery needs at least one secret')
  const signatures = [
    ...(schemes.includes('v1')
      ? secrets.map((secret) => `v1=${v1Mac(secret, timestamp, body).toString('hex')}`)
      : []),
    ...(schemes.includes('v2') ? [v2Signature(delivery)] : []),
  ]
  return {
    'X-Service-Signature': [`t=${timestamp}`, ...signatures].join(','),
    'X-Service-Attempt': String(delivery.attempt),
    'X-Service-Endpoint': delivery.endpointId,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => standardWebhooksMac(secret, { id: eventId, timestamp, body }))
      .map((mac) => `v1,${mac.toString('base64')}`)
      .join(' '),
  }
}

function v2Signature(delivery: DeliveryToSign): string {
  const { kid, privateKey } = delivery.ed25519
  const signature = sign(null, Buffer.from(v2SigningText({ ...delivery, kid })), privateKey)
  return `v2=${kid}:${signature.toString('base64url')}`
}
