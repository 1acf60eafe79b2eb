import { randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/**
 * A new signing secret: `whsec_` + base64 of 32 random bytes, the form that the Standard Webhooks
 * libraries expect (spec §"Symmetric": 24 to 64 bytes) and that Stripe's SDK takes as it is.
 */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** The key bytes behind a `whsec_…` secret, as the Standard Webhooks signature uses them. */
export function standardWebhooksKey(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '', 'base64')
  if (key.length === 0) throw new TypeError('A webhook secret is whsec_ followed by base64')
  return key
}
