/** A provider of texts on loopback that speaks Twilio's protocol and keeps all texts it receives. Nothing is forwarded. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { twilioSignature } from '../providers/texting/index.ts'

export interface CaughtText {
  sid: string
  receivedAt: string
  from: string
  to: string
  body: string
  /** Where the platform wants to hear what became of it. */
  statusCallback: string
}

/** What happens to a text instead of its delivery. */
export type TextFault =
  /** An answer with this status and Twilio's code. */
  | { status: number; code: number }
  /** It is accepted, but the answer gets lost. */
  | 'lost'
  /** It is accepted, but never arrives: Twilio's code follows in a receipt. */
  | { undelivered: number }

export interface TextCatcher {
  /** Newest last. */
  readonly texts: readonly CaughtText[]
  /** Answers a request of Twilio's interface; false if it is none. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** Sends a text of a family to the platform that sent the last one to this number. */
  reply(text: CaughtText, body: string): Promise<Response>
  /** Sends what became of a text. */
  report(text: CaughtText, status: string, more?: Record<string, string>): Promise<Response>
  waitFor(matches: (text: CaughtText) => boolean, timeoutMs?: number): Promise<CaughtText>
}

export interface TextCatcherOptions {
  /** Defaults to delivery. */
  fault?: (text: Omit<CaughtText, 'sid'>) => TextFault | undefined
}

/** The account with which the platform sends. Its token signs receipts and replies. */
export const CATCHER_ACCOUNT = { sid: `AC${'c'.repeat(32)}`, token: 'caught' }

const KEPT = 500
const PATH = /^\/2010-04-01\/Accounts\/AC\w{32}\/Messages(?:\/(\w+))?\.json$/
const MOST_BYTES = 64 * 1024

export function createTextCatcher({ fault }: TextCatcherOptions = {}): TextCatcher {
  const texts: CaughtText[] = []
  const keep = (text: Omit<CaughtText, 'sid'>): CaughtText => {
    const caught = { ...text, sid: `SM${randomBytes(16).toString('hex')}` }
    texts.push(caught)
    if (texts.length > KEPT) texts.shift()
    return caught
  }
  const catcher: TextCatcher = {
    texts,
    async handle(request, response) {
      const url = new URL(request.url ?? '/', 'http://catcher')
      const [path, sid] = PATH.exec(url.pathname) ?? []
      if (!path) return false
      const answer = (status: number, json: object) => {
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json))
        return true
      }
      if (request.headers.authorization !== AUTHORIZATION)
        return answer(401, { code: 20003, message: 'Authenticate', status: 401 })
      if (request.method === 'GET' && sid) {
        const found = texts.find((text) => text.sid === sid)
        return found ? answer(200, resourceOf(found)) : answer(404, { code: 20404, status: 404 })
      }
      if (request.method === 'GET') {
        const to = url.searchParams.get('To')
        const messages = texts.filter((text) => text.to === to).toReversed()
        return answer(200, { messages: messages.map(resourceOf) })
      }
      const form = await formOf(request)
      const text = {
        receivedAt: new Date().toISOString(),
        from: form['From'] ?? form['MessagingServiceSid'] ?? '',
        to: form['To'] ?? '',
        body: form['Body'] ?? '',
        statusCallback: form['StatusCallback'] ?? '',
      }
      const wrong = fault?.(text)
      if (typeof wrong === 'object' && 'status' in wrong)
        return answer(wrong.status, { code: wrong.code, message: 'refused', status: wrong.status })
      const caught = keep(text)
      if (wrong === 'lost') {
        response.destroy()
        return true
      }
      answer(201, { ...resourceOf(caught), price: null })
      const [status, more] = wrong
        ? ['undelivered', { ErrorCode: `${wrong.undelivered}` }]
        : ['delivered', {}]
      // A platform that has stopped meanwhile hears nothing.
      void catcher.report(caught, status, more).catch(() => undefined)
      return true
    },
    reply: ({ from, to, statusCallback }, body) =>
      send(new URL('/text-replies', statusCallback).href, {
        MessageSid: `SM${randomBytes(16).toString('hex')}`,
        From: to,
        To: from,
        Body: body,
        ...(from.startsWith('MG') && { MessagingServiceSid: from }),
      }),
    report: ({ sid, to, statusCallback }, MessageStatus, more = {}) =>
      send(statusCallback, { MessageSid: sid, To: to, MessageStatus, ...more }),
    async waitFor(matches, timeoutMs = 20_000) {
      for (const deadline = Date.now() + timeoutMs; ; await sleep(20)) {
        const found = texts.find(matches)
        if (found) return found
        if (Date.now() > deadline) throw new Error(`No such text within ${timeoutMs} ms`)
      }
    },
  }
  return catcher
}

const AUTHORIZATION = `Basic ${Buffer.from(`${CATCHER_ACCOUNT.sid}:${CATCHER_ACCOUNT.token}`).toString('base64')}`

const resourceOf = ({ sid, body, to, from, receivedAt }: CaughtText) => ({
  sid,
  body,
  to,
  from,
  date_created: new Date(receivedAt).toUTCString(),
  num_segments: '1',
  price: '-0.00750',
  price_unit: 'USD',
  status: 'sent',
})

/** The fields of a form that was sent. */
export async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error('The text is too long')
    chunks.push(chunk)
  }
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
}

/** Signs and sends a form as Twilio does. */
const send = (url: string, form: Record<string, string>): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'X-Twilio-Signature': twilioSignature(CATCHER_ACCOUNT.token, { url, form }) },
    body: new URLSearchParams(form),
  })
