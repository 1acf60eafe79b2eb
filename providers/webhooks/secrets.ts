import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/**
 * A new signing secret: `whsec_` + base64 of 32 random bytes, the format that the Standard Webhooks libraries
 * expect (spec §"Symmetric": 24 to 64 bytes) and that Stripe's SDK accepts unchanged.
 */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** The key of a `whsec_…` secret, as Standard Webhooks signatures use it. */
export function standardWebhooksKey(secret: string): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const bytes = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '', 'base64')
  if (bytes.length === 0) throw new TypeError('A webhook secret is whsec_ followed by base64')
  if (keys.size === REMEMBERED) keys.clear()
  const key = createSecretKey(bytes)
  keys.set(secret, key)
  return key
}

/** Key objects are cached: with raw bytes, each call would cost five times as much as the signature. */
const REMEMBERED = 1_000
const keys = new Map<string, KeyObject>()
