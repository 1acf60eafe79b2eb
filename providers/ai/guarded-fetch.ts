import { fetch as undiciFetch } from 'undici'
import { createGuardedAgent } from '../webhooks/guarded-agent.ts'
import { parseRetryAfter, UrlRefusedError, type AddressPolicy } from '../webhooks/index.ts'
import { CallFailedError } from './call-failed-error.ts'
import type { CallFailure } from './chat-models.ts'

/** The limit for one connection. */
const CONNECT_TIMEOUT_MS = 10_000
/** The limit for an answer, including the protocol overhead of each chunk. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024

/** Disposing it closes its connections. */
interface GuardedFetch extends AsyncDisposable {
  fetch: typeof globalThis.fetch
  /** Why the request failed. Needed because libraries wrap the errors that `fetch` throws. */
  failure: () => CallFailedError | undefined
}

/**
 * Calls a model's provider: only addresses that the policy allows, no redirects, and a limited number of bytes.
 * Any status other than 2xx fails the call, and the provider's error text is not read.
 */
export const createGuardedFetch = (policy: AddressPolicy, now: () => Date): GuardedFetch => {
  const guarded = createGuardedAgent(policy, { timeoutMs: CONNECT_TIMEOUT_MS, connections: 1 })
  let failure: CallFailedError | undefined
  const failed = (error: CallFailedError) => (failure ??= error)
  return {
    failure: () => failure,
    fetch: async (url, init) => {
      const answer = await undiciFetch(urlOf(url), {
        ...(init as object),
        dispatcher: guarded.agent,
        redirect: 'manual',
      }).catch((cause: unknown) => {
        throw failed(
          new CallFailedError(isRefused(cause) ? 'address_refused' : 'unreachable', { cause }),
        )
      })
      const { status, body } = answer
      if (!answer.ok || !body) {
        await body?.cancel()
        const waitMs = parseRetryAfter(
          answer.headers.get('retry-after') ?? undefined,
          now().getTime(),
        )
        throw failed(
          new CallFailedError(failureOf(status), {
            status,
            ...(waitMs !== undefined && { retryAfterSeconds: Math.ceil(waitMs / 1_000) }),
          }),
        )
      }
      return new Response(bounded(body as ReadableStream<Uint8Array>, failed), {
        status,
        headers: { 'content-type': answer.headers.get('content-type') ?? '' },
      })
    },
    [Symbol.asyncDispose]: () => guarded[Symbol.asyncDispose](),
  }
}

const urlOf = (url: string | URL | Request): string =>
  url instanceof Request ? url.url : String(url)

const failureOf = (status: number): CallFailure => {
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'provider_error'
  return status === 401 || status === 403 ? 'unauthorized' : 'request_refused'
}

/** `fetch` wraps the connector's error. */
const isRefused = (error: unknown): boolean =>
  error instanceof UrlRefusedError ||
  (error instanceof Error && error.cause instanceof UrlRefusedError)

const bounded = (
  body: ReadableStream<Uint8Array>,
  failed: (error: CallFailedError) => CallFailedError,
): ReadableStream<Uint8Array> => {
  let size = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        size += chunk.length
        if (size > MAX_ANSWER_BYTES) throw failed(new CallFailedError('answer_too_large'))
        controller.enqueue(chunk)
      },
    }),
  )
}
