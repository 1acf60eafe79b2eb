/** A server with Stripe's HTTP API that keeps accounts and fails on request. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { intentsOf, type Dispute, type Intent } from './stripe-intents.ts'
import { transfersOf } from './stripe-transfers.ts'

/** Failures of a call: before it is done, or while its response is sent. */
type Accident = 'LOSE_ANSWER' | 'HANG' | 'UNAVAILABLE' | 'TOO_MANY' | 'REFUSE_KEY'

interface Call {
  method: string
  path: string
  idempotencyKey: string | undefined
}

export interface StripeServer extends AsyncDisposable {
  url: string
  calls: readonly Call[]
  intents: ReadonlyMap<string, Intent>
  /** Captured and refunded, in minor units. */
  captured: () => number
  refunded: () => number
  /** In connected accounts, and on the way to their banks. */
  transferred: () => number
  paidOut: () => number
  /** The result of the next call whose method and path end like this. The library retries a broken connection. */
  next: (ending: string, accident: Accident) => void
  /** The decision of the payer or the bank about an intent. */
  decide: (intentId: string, outcome: 'succeeded' | { declineCode: string }) => void
  /** A bank returns a refund. */
  sendBack: (refundId: string, reason: string) => void
  /** A bank disputes an intent; changes to the returned object are reported from then on. */
  dispute: (intentId: string, found?: Partial<Dispute>) => Dispute
  /** Pretends that a day has passed. */
  forgetKeys: () => void
  /** Makes calls to a path with this ending wait, before they are done or before their responses. */
  hold: (ending: string, when: 'BEFORE' | 'AFTER') => void
  /** Waiting calls. */
  held: () => number
  /** Processes waiting and future calls. */
  letGo: () => void
}

export const startStripeServer = async (port = 0): Promise<StripeServer> => {
  const calls: Call[] = []
  const accidents: { ending: string; accident: Accident }[] = []
  const keys = new Map<string, { status: number; body: object }>()
  const books = intentsOf()
  const connected = transfersOf()
  let holding: { ending: string; when: 'BEFORE' | 'AFTER' } | undefined
  let waiting: (() => void)[] = []
  const wait = async (method: string | undefined, path: string, when: 'BEFORE' | 'AFTER') => {
    if (method !== 'POST' || holding?.when !== when || !path.endsWith(holding.ending)) return
    await new Promise<void>((resolve) => void waiting.push(resolve))
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : url.search)
    const key = request.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    calls.push({ method: request.method ?? '', path: url.pathname, idempotencyKey })
    const line = `${request.method} ${url.pathname}`
    const index = accidents.findIndex(({ ending }) => line.endsWith(ending))
    const accident = index < 0 ? undefined : accidents.splice(index, 1)[0]!.accident
    if (accident === 'HANG') return
    const refused = accident && REFUSALS[accident]
    await wait(request.method, url.pathname, 'BEFORE')
    const known = idempotencyKey === undefined ? undefined : keys.get(idempotencyKey)
    const account = request.headers['stripe-account']
    const done =
      refused ??
      known ??
      connected.serve(request.method ?? '', url.pathname, form, String(account ?? '')) ??
      books.serve(request.method ?? '', url.pathname, form)
    if (idempotencyKey && !refused) keys.set(idempotencyKey, done)
    await wait(request.method, url.pathname, 'AFTER')
    if (accident === 'LOSE_ANSWER') {
      response.destroy()
      return
    }
    response.writeHead(done.status, { 'content-type': 'application/json', 'request-id': 'req_1' })
    response.end(JSON.stringify(done.body))
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    intents: books.intents,
    captured: books.captured,
    refunded: books.refunded,
    transferred: connected.transferred,
    paidOut: connected.paidOut,
    next: (ending, accident) => void accidents.push({ ending, accident }),
    decide: books.decide,
    sendBack: books.sendBack,
    dispute: (intentId, found = {}) => books.dispute(intentId, found),
    forgetKeys: () => keys.clear(),
    hold: (ending, when) => void (holding = { ending, when }),
    held: () => waiting.length,
    letGo: () => {
      holding = undefined
      for (const resolve of waiting) resolve()
      waiting = []
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const problem = (status: number, type: string, code?: string) => ({
  status,
  body: { error: { type, message: type, ...(code && { code }) } },
})

const REFUSALS: Partial<Record<Accident, { status: number; body: object }>> = {
  UNAVAILABLE: problem(500, 'api_error'),
  TOO_MANY: problem(429, 'invalid_request_error', 'rate_limit'),
  REFUSE_KEY: problem(401, 'invalid_request_error'),
}
