import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf as codeOfError } from '../../dev/errors.ts'
import { Agent, request, type Dispatcher } from 'undici'
import type { Ledger, Write } from './ledger.ts'
import type { Random } from './random.ts'

/** A call that takes longer than this counts as unanswered, in milliseconds. */
const CALL_TIMEOUT_MS = 20_000
/** A write that is not settled by then never will be; the oracle reports it. */
const SETTLE_MS = 90_000
/** A token lasts 15 minutes; a drill on a slow machine can take longer. */
const RENEW_MS = 10 * 60_000
/** Pause after a broken connection, in milliseconds. */
const RECONNECT_MS = 25

export interface Credentials {
  tenantId: string
  clientId: string
  clientSecret: string
}

export interface ClientOptions {
  credentials: Credentials
  /** Of all API processes; each call picks one. */
  urls: readonly string[]
  ledger: Ledger
  random: Random
}

export interface Request {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** One specific process. */
  url?: string
}

/** `status` is undefined when the connection broke. */
export interface Answer {
  status: number | undefined
  headers: Dispatcher.ResponseData['headers']
  text: string
}

/** As documented for transient errors: a problem document that says when to retry. */
export const isUnavailable = ({ status, headers, text }: Answer): boolean =>
  status === 503 &&
  ['service_unavailable', 'timed_out'].includes(codeOf(text) ?? '') &&
  Number(headers['retry-after']) > 0 &&
  String(headers['content-type']).startsWith('application/problem+json')

export interface Intention {
  /** The event it causes on success. */
  effect: string
  key?: string
}

/**
 * A well-behaved client: one key per intention, reused until a final response, another process if one does not
 * respond, and `Retry-After` respected.
 */
export class Client implements AsyncDisposable {
  readonly tenantId: string
  readonly #options: ClientOptions
  readonly #agent = new Agent({ connections: 64, connectTimeout: 2_000 })
  #token = ''
  #renewAt = Number.POSITIVE_INFINITY

  constructor(options: ClientOptions) {
    this.#options = options
    this.tenantId = options.credentials.tenantId
  }

  get token(): string {
    return this.#token
  }

  /** Gets a token from one of the processes, by default the first. */
  async signIn(url = this.#options.urls[0]): Promise<this> {
    const { credentials } = this.#options
    const { statusCode, body } = await request(`${url}/oauth/token`, {
      dispatcher: this.#agent,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: credentials.clientId,
        client_secret: credentials.clientSecret,
      }),
    })
    const text = await body.text()
    const { access_token } = JSON.parse(text) as { access_token?: string }
    if (!access_token) throw new Error(`No token: ${statusCode} ${text}`)
    this.#token = access_token
    this.#renewAt = performance.now() + RENEW_MS
    return this
  }

  /** One call. The ledger records it and its response; `write` names its intention. */
  async call(options: Request, write?: Write): Promise<Answer> {
    const { method = 'GET', path, body, headers, url = this.#anyUrl() } = options
    const requestId = randomUUID()
    const sentAt = performance.now()
    let answer: Answer = UNANSWERED
    try {
      const response = await request(url + path, {
        dispatcher: this.#agent,
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          'x-request-id': requestId,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(write && { 'idempotency-key': write.key }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      })
      const text = await response.body.text()
      answer = { status: response.statusCode, headers: response.headers, text }
    } catch (error) {
      // Connection refused: the call was not made. After any other error it may have been executed.
      if (codeOfError(error) === 'ECONNREFUSED') return UNANSWERED
    }
    const call = {
      tenantId: this.tenantId,
      requestId,
      status: answer.status,
      code: codeOf(answer.text),
      replayed: answer.headers['idempotent-replayed'] === 'true',
      sentAt,
      answeredAt: performance.now(),
    }
    // Anything outside the API proper (/readyz) is not audited.
    if (path.startsWith('/v1/')) this.#options.ledger.calls.push(call)
    write?.calls.push(call)
    return answer
  }

  /** Records an intention in the ledger. */
  open({ effect, key = randomUUID() }: Intention): Write {
    const write: Write = { tenantId: this.tenantId, key, effect, calls: [] }
    this.#options.ledger.writes.push(write)
    return write
  }

  /** Repeats a write with its key until it is settled or given up. */
  async write({ effect, key, ...options }: Request & Intention): Promise<Write> {
    const write = this.open({ effect, ...(key && { key }) })
    await this.settle(write, options)
    return write
  }

  /** The body of the final response; undefined if none arrived in time. */
  async settle(write: Write, options: Request): Promise<string | undefined> {
    const deadline = performance.now() + SETTLE_MS
    while (performance.now() < deadline) {
      await this.#renew()
      const { status, headers, text } = await this.call({ method: 'POST', ...options }, write)
      const retry =
        status === undefined || status >= 500 || codeOf(text) === 'idempotency_in_progress'
      if (!retry) {
        const settled = { status, recordId: idOf(text), body: text, at: performance.now() }
        // Among several calls with one key, the executed one reports the outcome.
        if (!write.settled || status < 300) write.settled = settled
        return text
      }
      const seconds = Number(headers['retry-after'] ?? 0)
      await sleep(seconds > 0 ? seconds * 1_000 : RECONNECT_MS)
    }
    return undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy()
  }

  /** Renewed before it ends; an unavailable process is asked again at the next write. */
  async #renew(): Promise<void> {
    if (performance.now() < this.#renewAt) return
    this.#renewAt = Number.POSITIVE_INFINITY
    await this.signIn(this.#anyUrl()).catch(() => {
      this.#renewAt = performance.now()
    })
  }

  #anyUrl(): string {
    return this.#options.random.pick(this.#options.urls)
  }
}

const UNANSWERED: Answer = { status: undefined, headers: {}, text: '' }

const parsed = (text: string): { id?: string; code?: string } => {
  try {
    return JSON.parse(text) as { id?: string; code?: string }
  } catch {
    return {}
  }
}
const codeOf = (text: string) => parsed(text).code
const idOf = (text: string) => parsed(text).id
