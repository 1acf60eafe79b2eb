import { type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { type DeliveryIdentity, type RawBody, v1Mac, v2SigningText } from './signing-text.ts'

/** The maximum difference between `t` and the receiver's clock, in seconds; as in Stripe and Standard Webhooks. */
const DEFAULT_TOLERANCE_SECONDS = 300

/** `malformed`: the header does not have our format. `unknown_key`: the kid has no key. */
type VerificationFailure = 'malformed' | 'timestamp' | 'unknown_key' | 'signature'

export type Verification =
  | { ok: true; timestamp: number }
  | { ok: false; reason: VerificationFailure }

type Freshness = {
  /** The `X-Service-Signature` header as received. */
  header: string
  /** The receiver's clock, epoch milliseconds. */
  now: number
  toleranceSeconds?: number
}

/** Verifies `v1` with the endpoint's secret, in constant time for every `v1` in the header. */
export function verifyV1(input: Freshness & { secret: string; body: RawBody }): Verification {
  const parsed = parseSignatureHeader(input.header)
  if (!parsed || parsed.v1.length === 0) return { ok: false, reason: 'malformed' }
  const expected = v1Mac(input.secret, parsed.timestamp, input.body)
  let matches = false
  for (const candidate of parsed.v1) matches = timingSafeEqual(candidate, expected) || matches
  if (!matches) return { ok: false, reason: 'signature' }
  return fresh(parsed.timestamp, input)
}

/**
 * Verifies `v2` with a published key. `eventId` and `attempt` come from the `webhook-id` and
 * `X-Service-Attempt` headers. `endpointId` and `url` must be what the receiver itself registered, so that a
 * delivery to another endpoint fails here.
 */
export function verifyV2(
  input: Freshness &
    Omit<DeliveryIdentity, 'kid' | 'timestamp'> & {
      /** The public key for a kid; undefined if it is not published. */
      keyFor: (kid: string) => KeyObject | undefined
    },
): Verification {
  const parsed = parseSignatureHeader(input.header)
  if (!parsed?.v2) return { ok: false, reason: 'malformed' }
  const { timestamp, v2 } = parsed
  const key = input.keyFor(v2.kid)
  if (!key) return { ok: false, reason: 'unknown_key' }
  const text = v2SigningText({ ...input, kid: v2.kid, timestamp })
  if (!verify(null, Buffer.from(text), key, v2.signature)) return { ok: false, reason: 'signature' }
  return fresh(timestamp, input)
}

function fresh(timestamp: number, { now, toleranceSeconds }: Freshness): Verification {
  const ageSeconds = Math.abs(Math.floor(now / 1_000) - timestamp)
  return ageSeconds <= (toleranceSeconds ?? DEFAULT_TOLERANCE_SECONDS)
    ? { ok: true, timestamp }
    : { ok: false, reason: 'timestamp' }
}

type SignatureHeader = {
  timestamp: number
  v1: Buffer[]
  v2?: { kid: string; signature: Buffer }
}

/** Reads the header strictly. Parts with unknown names are skipped, for later versions. */
function parseSignatureHeader(header: string): SignatureHeader | undefined {
  const result: SignatureHeader = { timestamp: Number.NaN, v1: [] }
  for (const part of header.split(',')) {
    const [, name, value = ''] = /^\s*(\w+)=(.*?)\s*$/.exec(part) ?? []
    if (name === 't' && Number.isNaN(result.timestamp) && /^\d{1,12}$/.test(value)) {
      result.timestamp = Number(value)
    } else if (name === 'v1' && /^[0-9a-f]{64}$/.test(value)) {
      result.v1.push(Buffer.from(value, 'hex'))
    } else if (name === 'v2' && !result.v2) {
      const [, kid, signature] = /^([\w.-]{1,128}):([\w-]{86})$/.exec(value) ?? []
      if (!kid || !signature) return undefined
      result.v2 = { kid, signature: Buffer.from(signature, 'base64url') }
    } else if (name === undefined || name === 't' || name === 'v1' || name === 'v2') {
      return undefined
    }
  }
  return Number.isNaN(result.timestamp) ? undefined : result
}
