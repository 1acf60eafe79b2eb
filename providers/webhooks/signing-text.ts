import { createHmac, hash } from 'node:crypto'

/** A raw request body: exactly the bytes on the wire (a string is sent as UTF-8). */
export type RawBody = string | Uint8Array

/** The values that a `v2` signature binds together. */
export type DeliveryIdentity = {
  /** The id of the Ed25519 key, as in `/.well-known/webhook-keys.json`. */
  kid: string
  /** The same for all attempts; also sent as `webhook-id`. */
  eventId: string
  /** Counts from 1; also sent as `X-Service-Attempt`. */
  attempt: number
  /** Unix seconds at which this attempt was signed. */
  timestamp: number
  /** Also sent as `X-Service-Endpoint`. A receiver compares it with the id that it was given. */
  endpointId: string
  /** The endpoint's URL exactly as the subscriber registered it. */
  url: string
  body: RawBody
}

const V2_DOMAIN = 'therapy-care-webhook-v2'

/**
 * The text that `v2` signs: eight lines joined by LF, without a trailing LF, in UTF-8:
 * ``` therapy-care-webhook-v2 <kid> <event id> <attempt, decimal> <t, unix seconds, decimal> <endpoint id>
 * <SHA-256 of the URL's UTF-8 bytes, lower-case hex> <SHA-256 of the raw body, lower-case hex> ```
 * The first line prevents the signature from being valid in any other context. Fields are checked for line
 * breaks, so no two deliveries share a text.
 */
export function v2SigningText(delivery: DeliveryIdentity): string {
  return [
    V2_DOMAIN,
    oneLine('kid', delivery.kid),
    oneLine('eventId', delivery.eventId),
    wholeNumber('attempt', delivery.attempt),
    wholeNumber('timestamp', delivery.timestamp),
    oneLine('endpointId', delivery.endpointId),
    hash('sha256', delivery.url),
    hash('sha256', delivery.body),
  ].join('\n')
}

/** The `v1` MAC: HMAC-SHA-256, keyed with the whole `whsec_…` text, over `<t>.<raw body>`. */
export function v1Mac(secret: string, timestamp: number, body: RawBody): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
}

function oneLine(name: string, value: string): string {
  if (!/^[\w.-]{1,128}$/.test(value)) throw new TypeError(`${name} cannot be signed: ${value}`)
  return value
}

function wholeNumber(name: string, value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`${name} must be an integer`)
  return String(value)
}
