import { z } from 'zod'
import { because, type IssueCode } from '#platform/core/input/issue.ts'
import { headerProblem } from '#providers/webhooks/index.ts'
import type { Cipher } from '#platform/core/crypto/cipher.ts'
import { invalid } from '#platform/core/errors/errors.ts'

/** Custom headers for deliveries, such as a gateway token. */

const MAX_HEADERS = 10
const MAX_NAME_LENGTH = 64
const MAX_VALUE_LENGTH = 1_024
/** A value of at least this length is shown by its last four characters. */
const HINTED_LENGTH = 20

/** Headers that only we set: signatures, those that describe the body, and those for tracing. */
const OWN = /^(?:x-service-|webhook-|content-)|^(?:accept|traceparent|tracestate|baggage)$/i
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** A stored header. Its value is encrypted and bound to the endpoint and the name. */
const SealedHeader = z.strictObject({
  name: z.string(),
  ciphertext: z.string(),
  /** The end of a long value; null for a short value, which it would reveal. */
  hint: z.string().nullable(),
})
export type SealedHeader = z.infer<typeof SealedHeader>
export const SealedHeaders = z.array(SealedHeader)

/** The headers in a request. In a patch, null removes a header. */
const headersOf = <Value extends z.ZodType<string | null>>(value: Value) =>
  z.record(z.string(), value).superRefine((headers, ctx) => {
    for (const [name, value] of Object.entries(headers)) {
      const problem = value === null ? undefined : problemOf(name, value)
      if (problem) {
        const { code, message } = problem
        ctx.addIssue({ code: 'custom', path: [name], message, params: because(code) })
      }
    }
  })

const EXAMPLE = { Authorization: 'Bearer 3f1c9a52e0b74d6f' }
const DESCRIPTION = `Headers sent with every delivery, at most ${MAX_HEADERS}. Values are stored encrypted; only hints are returned. Hop-by-hop headers and the platform’s own headers (\`X-Service-*\`, \`webhook-*\`, \`Content-*\`, \`User-Agent\`, tracing) are refused.`

export const HeaderValues = headersOf(z.string()).meta({
  description: DESCRIPTION,
  example: EXAMPLE,
})

export const HeaderPatch = headersOf(z.string().nullable()).meta({
  description: `${DESCRIPTION} Merged into the existing headers. Set a header to null to remove it.`,
  example: EXAMPLE,
})
export type HeaderPatch = z.infer<typeof HeaderPatch>

export const HeaderHints = z
  .record(
    z.string(),
    z.strictObject({
      hint: z.string().nullable().meta({
        description: 'Last characters of the value; null if the value is too short to show any.',
        example: '…4d6f',
      }),
    }),
  )
  .meta({
    description: 'Headers sent with every delivery. Their values are never returned.',
    example: { Authorization: { hint: '…4d6f' } },
  })

/** The headers of an endpoint after a patch. Names are unique, ignoring case. */
export const patchedHeaders = (
  cipher: Cipher,
  endpointId: string,
  before: readonly SealedHeader[],
  patch: HeaderPatch,
): SealedHeader[] => {
  const headers = new Map(before.map((header) => [header.name.toLowerCase(), header]))
  const named = new Set<string>()
  for (const [name, value] of Object.entries(patch)) {
    const key = name.toLowerCase()
    if (named.has(key))
      throw invalid(`headers.${name}`, 'duplicate', `${name} is sent twice. Send it once.`)
    named.add(key)
    headers.delete(key)
    if (value !== null) headers.set(key, sealed(cipher, endpointId, name, value))
  }
  if (headers.size > MAX_HEADERS) {
    throw invalid('headers', 'too_many', `An endpoint can have at most ${MAX_HEADERS} headers.`)
  }
  return [...headers.values()]
}

/** The decrypted headers for the deliveries of an endpoint. */
export const openHeaders = (
  cipher: Cipher,
  endpointId: string,
  headers: readonly SealedHeader[],
): Record<string, string> =>
  Object.fromEntries(
    headers.map(({ name, ciphertext }) => [
      name,
      cipher.open(ciphertext, purposeOf(endpointId, name)),
    ]),
  )

export const headerHints = (headers: readonly SealedHeader[]) =>
  Object.fromEntries(headers.map(({ name, hint }) => [name, { hint }]))

const sealed = (cipher: Cipher, endpointId: string, name: string, value: string): SealedHeader => ({
  name,
  ciphertext: cipher.seal(value, purposeOf(endpointId, name)),
  hint: value.length < HINTED_LENGTH ? null : `…${value.slice(-4)}`,
})

/** The ciphertext cannot be decrypted for another endpoint or another header. */
const purposeOf = (endpointId: string, name: string) =>
  `webhook_header/${endpointId}/${name.toLowerCase()}`

const problemOf = (
  name: string,
  value: string,
): { code: IssueCode; message: string } | undefined => {
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
    const message = `must have a name of letters, digits and hyphens, at most ${MAX_NAME_LENGTH}`
    return { code: 'invalid_format', message }
  }
  if (OWN.test(name) || headerProblem(name, '') === 'reserved') {
    return {
      code: 'not_allowed',
      message: 'is set by HTTP or by the platform. Choose another name',
    }
  }
  if (!VALUE.test(value) || value.length > MAX_VALUE_LENGTH) {
    const message = `must be 1 to ${MAX_VALUE_LENGTH} visible ASCII characters, without CR and LF`
    return { code: 'invalid_format', message }
  }
  return undefined
}
