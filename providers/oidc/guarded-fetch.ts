import { request } from 'undici'
import type { CustomFetch } from 'openid-client'
import { createGuardedAgent } from '../webhooks/guarded-agent.ts'
import type { AddressPolicy } from '../webhooks/index.ts'
import { ProviderUnavailableError } from './provider-unavailable-error.ts'

/** Of one request, from the look-up of its host to the last byte. */
const REQUEST_TIMEOUT_MS = 5_000
/** Discovery documents and key sets take a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024

/** Closed when it goes out of use. */
export interface GuardedFetch extends AsyncDisposable {
  fetch: CustomFetch
}

/**
 * Calls a provider that a centre has named: public addresses over https alone, as webhooks; without
 * redirects and content codings, so many bytes at the most, in bounded time.
 */
export const createGuardedFetch = (policy: AddressPolicy): GuardedFetch => {
  const guarded = createGuardedAgent(policy, { timeoutMs: REQUEST_TIMEOUT_MS, connections: 2 })
  return {
    fetch: async (url, { method, headers, body }) => {
      try {
        await policy.assertUrl(url)
        const answer = await request(url, {
          dispatcher: guarded.agent,
          method: method as 'GET' | 'POST',
          headers: { ...headers, 'accept-encoding': 'identity' },
          body: body === undefined || body === null ? null : String(body as URLSearchParams),
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        })
        const { statusCode: status } = answer
        const bytes = await readBounded(answer.body)
        if (status >= 500) throw new ProviderUnavailableError(`${url} answered ${status}`)
        return new Response(bytes.length > 0 ? bytes : null, {
          status,
          headers: flat(answer.headers),
        })
      } catch (cause) {
        if (cause instanceof ProviderUnavailableError) throw cause
        throw new ProviderUnavailableError(`${url} did not answer`, { cause })
      }
    },
    [Symbol.asyncDispose]: () => guarded[Symbol.asyncDispose](),
  }
}

const readBounded = async (body: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES)
      throw new ProviderUnavailableError(`an answer is longer than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const flat = (headers: Record<string, string | string[] | undefined>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
