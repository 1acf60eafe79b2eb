import type { Dispatcher } from 'undici'
import { classifyFailure, type Failure } from './failure.ts'
import { type CapturedBody, ResponseCapture } from './response-body.ts'
import type { AttemptResult } from './result.ts'
import { parseRetryAfter } from './retry-after.ts'

type Headers = Record<string, string | string[] | undefined>

type ExchangeOptions = {
  deadlineMs: number
  clock: { now: () => Date }
  signal: AbortSignal | undefined
}

const SHOWN_HEADERS = ['content-type', 'location', 'retry-after', 'x-request-id']
const MAX_SHOWN_HEADER = 256

/** Stops undici's work on an exchange whose result is already known. */
class SettledError extends Error {
  override readonly name = 'SettledError'
}

/**
 * One request and its answer, as undici's dispatch handler: its cheapest interface, and the only one whose
 * deadline also covers the wait for a connection. The first of answer, error, deadline and signal decides;
 * later events are ignored.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<AttemptResult>
  readonly #resolve: (result: AttemptResult | Promise<AttemptResult>) => void
  readonly #clock: ExchangeOptions['clock']
  readonly #signal: AbortSignal | undefined
  readonly #startedAt = performance.now()
  readonly #deadline: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #status: number | undefined
  #headers: Headers = {}
  #capture: ResponseCapture | undefined
  #settled = false

  constructor({ deadlineMs, clock, signal }: ExchangeOptions) {
    const { promise, resolve } = Promise.withResolvers<AttemptResult>()
    this.result = promise
    this.#resolve = resolve
    this.#clock = clock
    this.#signal = signal
    this.#deadline = setTimeout(() => this.fail({ reason: 'timeout' }), deadlineMs)
    if (signal?.aborted) this.#onAbort()
    else signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  get settled(): boolean {
    return this.#settled
  }

  /** Ends the attempt without a usable answer and closes its connection. */
  fail(failure: Failure): void {
    if (!this.#settle()) return
    const retryAfterMs = this.#retryAfterMs()
    this.#deliver((observed) => ({
      ...observed,
      outcome: 'FAILED',
      ...failure,
      ...(this.#status !== undefined && { status: this.#status }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }))
    this.#controller?.abort(new SettledError())
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing removes the request from the connection without closing it or writing a byte.
    if (this.#settled) throw new SettledError()
    this.#controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Headers,
  ): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    this.#capture = new ResponseCapture(first(headers['content-encoding']))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled || this.#capture?.push(chunk)) return
    this.#complete()
    controller.abort(new SettledError())
  }

  onResponseEnd(): void {
    this.#complete()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#settled) this.fail(classifyFailure(error))
  }

  /** The status decides; the answer is complete, or as much of it as we keep. */
  #complete(): void {
    const status = this.#status
    if (status === undefined || !this.#settle()) return
    const retryAfterMs = this.#retryAfterMs()
    this.#deliver((observed) => {
      if (status < 300) return { ...observed, outcome: 'SUCCEEDED', status }
      if (status === 410) return { ...observed, outcome: 'GONE', status, reason: 'http_status' }
      const reason = status < 400 ? 'redirect_refused' : 'http_status'
      const wait = retryAfterMs === undefined ? undefined : { retryAfterMs }
      return { ...observed, outcome: 'FAILED', status, reason, ...wait }
    })
  }

  readonly #onAbort = () => this.fail({ reason: 'aborted' })

  #settle(): boolean {
    if (this.#settled) return false
    this.#settled = true
    clearTimeout(this.#deadline)
    this.#signal?.removeEventListener('abort', this.#onAbort)
    return true
  }

  #deliver(judge: (observed: ReturnType<typeof observe>) => AttemptResult): void {
    const durationMs = Math.round(performance.now() - this.#startedAt)
    const body = this.#capture?.read() ?? { text: '', state: 'complete' }
    const conclude = (read: CapturedBody) => judge(observe(durationMs, read, this.#headers))
    this.#resolve(body instanceof Promise ? body.then(conclude) : conclude(body))
  }

  #retryAfterMs(): number | undefined {
    return parseRetryAfter(first(this.#headers['retry-after']), this.#clock.now().getTime())
  }
}

function observe(durationMs: number, body: CapturedBody, headers: Headers) {
  const responseHeaders: Record<string, string> = {}
  for (const name of SHOWN_HEADERS) {
    const value = first(headers[name])
    if (value !== undefined) responseHeaders[name] = value.slice(0, MAX_SHOWN_HEADER)
  }
  return {
    durationMs,
    responseBody: body.text,
    responseBodyState: body.state,
    responseHeaders,
  }
}

function first(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0]
}
