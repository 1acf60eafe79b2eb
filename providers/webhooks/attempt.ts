import { Agent } from 'undici'
import { type AddressPolicy } from './address-policy.ts'
import { createConnector, createTlsStep, type TlsStep } from './connect.ts'
import { Exchange } from './exchange.ts'
import { headerProblem } from './headers.ts'
import type { Lookup } from './lookup.ts'
import type { AttemptResult } from './result.ts'
import type { RawBody } from './signing-text.ts'

/** The limit for one attempt, covering DNS, connection, TLS, request, response headers and body: 15 s. */
const ATTEMPT_DEADLINE_MS = 15_000

/** What {@link createTransport} needs. */
export type TransportOptions = {
  policy: AddressPolicy
  /** The time against which `Retry-After` dates are read. */
  clock: { now: () => Date }
  /** The `User-Agent` of every delivery. */
  userAgent: string
  /** Defaults to the policy's lookup. */
  lookup?: Lookup
  /** Shorter in tests. */
  deadlineMs?: number
  /** Connections of one sender to one origin. Further sends wait, within their deadline. */
  connections?: number
  /** Certificates (PEM) trusted in addition to Node's, for receivers with a private authority. */
  extraCa?: readonly string[]
}

/** A signed delivery to send. */
type Delivery = {
  url: string
  /** The headers of the signature and of the endpoint; `headerProblem` has checked them. */
  headers: Readonly<Record<string, string>>
  body: RawBody
  /** Stops the attempt with the reason `aborted`. */
  signal?: AbortSignal
}

/** Sends deliveries over keep-alive connections. Disposing it aborts current attempts. */
export type Sender = AsyncDisposable & {
  /** Never rejects: failures of the receiver, the network or the URL are results. */
  send: (delivery: Delivery) => Promise<AttemptResult>
}

/**
 * Opens senders with separate connections. Many subscribers share an origin (Zapier, Make, n8n): if one
 * receiver hangs, it must not hold connections that another subscriber's deliveries need.
 */
export type Transport = { open: () => Sender }

/** The maximum number of simultaneous attempts for one endpoint; its lease makes no more. */
export const CONNECTIONS_PER_SENDER = 32
const KEEP_ALIVE_MS = 4_000
const KEEP_ALIVE_MAX_MS = 60_000

/**
 * Posts deliveries. Redirects are never followed, TLS is verified, every address is checked on connection, at
 * most 16 KiB of the decoded response is kept, and one deadline ends every attempt, even one that still waits
 * for a connection. Idle connections close after 4 s, or after the time in the receiver's `Keep-Alive`, at most
 * 60 s.
 */
export function createTransport(options: TransportOptions): Transport {
  // Shared by all senders, so that TLS sessions of a host are resumed across them.
  const startTls = createTlsStep(options.extraCa ?? [])
  return { open: () => openSender(options, startTls) }
}

function openSender(options: TransportOptions, startTls: TlsStep): Sender {
  const { clock, policy, deadlineMs = ATTEMPT_DEADLINE_MS } = options
  const connector = createConnector({
    policy,
    lookup: options.lookup ?? policy.lookup,
    timeoutMs: deadlineMs,
    startTls,
  })
  const agent = new Agent({
    connect: connector.connect,
    connections: options.connections ?? CONNECTIONS_PER_SENDER,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    send: ({ url, headers, body, signal }) => {
      const exchange = new Exchange({ deadlineMs, clock, signal })
      const target = URL.parse(url)
      const fields = headerFields(headers, options.userAgent)
      if (!target || !/^https?:$/.test(target.protocol) || !fields)
        exchange.fail({ reason: 'request_invalid' })
      else if (!exchange.settled) {
        const { origin, pathname, search } = target
        const path = pathname + search
        agent.dispatch({ origin, path, method: 'POST', headers: fields, body }, exchange)
      }
      return exchange.result
    },
    [Symbol.asyncDispose]: async () => {
      connector.close()
      await agent.destroy()
    },
  }
}

/**
 * Alternating names and values, the fastest format for undici; undefined if a header may not be sent. We
 * request no content coding: answers are small, and only a hostile one would benefit from it.
 */
function headerFields(headers: Delivery['headers'], userAgent: string): string[] | undefined {
  const fields = ['user-agent', userAgent, 'accept', '*/*', 'accept-encoding', 'identity']
  let hasContentType = false
  for (const [name, value] of Object.entries(headers)) {
    if (headerProblem(name, value)) return undefined
    if (name.toLowerCase() === 'content-type') hasContentType = true
    fields.push(name, value)
  }
  if (!hasContentType) fields.push('content-type', 'application/json')
  return fields
}
