import { z } from 'zod'
import {
  TextingUnavailable,
  type AcceptedText,
  type Text,
  type TextChannel,
  type TextCost,
  type TextingGateway,
  type TextReceipt,
  type TextRefusal,
  type TextReply,
  type TextResult,
} from './texting-gateway.ts'
import { isSignedByTwilio } from './twilio-signature.ts'

/** For one request. A slower provider is asked again later. */
const TIMEOUT_MS = 15_000
/** The provider waits for the answer to its receipt meanwhile. */
const LOOK_UP_MS = 4_000
const MOST_ANSWER_BYTES = 256 * 1024
/** Texts to one number among which a lost one is looked for. */
const PAGE_SIZE = 50

/** Twilio writes numbers as text; a price is negative, and null until it is known. */
const Resource = z.object({
  sid: z.string().min(1).max(64),
  body: z.string().optional(),
  date_created: z.string().nullish(),
  num_segments: z.string().nullish(),
  price: z.string().nullish(),
  price_unit: z.string().nullish(),
})
const Page = z.object({ messages: z.array(Resource) })
const Failure = z.object({ code: z.int() })

/** https://www.twilio.com/docs/api/errors */
const ADDRESS_CODES: ReadonlySet<number> = new Set([
  21211, 21214, 21217, 21265, 21421, 21614, 30005, 30006, 63024,
])
const OPTED_OUT = 21610

export interface TwilioOptions {
  /** `https://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com` */
  url: string
  timeoutMs?: number
}

/** Twilio's Programmable Messaging, or a service with the same interface. */
export const createTwilio = ({ url, timeoutMs = TIMEOUT_MS }: TwilioOptions): TextingGateway => {
  const { origin, username: account, password } = new URL(url)
  const token = decodeURIComponent(password)
  const ask = async (
    path: string,
    form?: Record<string, string>,
    longestMs = timeoutMs,
  ): Promise<Answer> => {
    const { request } = await import('undici')
    try {
      const { statusCode, body } = await request(
        `${origin}/2010-04-01/Accounts/${account}/Messages${path}`,
        {
          method: form ? 'POST' : 'GET',
          headers: {
            authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
            ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          ...(form && { body: new URLSearchParams(form).toString() }),
          signal: AbortSignal.timeout(longestMs),
        },
      )
      return { status: statusCode, json: JSON.parse(await boundedText(body)) as unknown }
    } catch (cause) {
      throw unavailable('no answer', cause)
    }
  }
  return {
    async send(text) {
      const { status, json } = await ask('.json', formOf(text))
      if (status === 429 || status >= 500) throw unavailable(`status ${status}`)
      if (status < 300) return { outcome: 'accepted', ...acceptedIn(Resource.parse(json)) }
      return rejectionOf(Failure.safeParse(json).data?.code ?? status)
    },
    async findAccepted({ body, ...text }, since) {
      const { To } = formOf({ body, ...text })
      const query = new URLSearchParams({ To: To!, PageSize: `${PAGE_SIZE}` })
      const { status, json } = await ask(`.json?${query.toString()}`)
      if (status !== 200) throw unavailable(`status ${status}`)
      return Page.parse(json)
        .messages.filter((it) => it.body === body && isSince(it.date_created, since))
        .map(acceptedIn)
    },
    async lookUp(reference) {
      const { status, json } = await ask(
        `/${encodeURIComponent(reference)}.json`,
        undefined,
        LOOK_UP_MS,
      )
      return status === 200 ? acceptedIn(Resource.parse(json)) : null
    },
    isGenuine: (signed) => isSignedByTwilio(token, signed),
    readReceipt,
    readReply,
  }
}

interface Answer {
  status: number
  json: unknown
}

const unavailable = (why: string, cause?: unknown) =>
  new TextingUnavailable(`The text provider did not accept it: ${why}`, { cause })

const formOf = ({ channel, to, sender, body, receiptUrl }: Text): Record<string, string> => ({
  To: addressOf(channel, to),
  ...(sender.startsWith('MG')
    ? { MessagingServiceSid: sender }
    : { From: addressOf(channel, sender) }),
  Body: body,
  StatusCallback: receiptUrl,
})

const addressOf = (channel: TextChannel, number: string) =>
  channel === 'WHATSAPP' ? `whatsapp:${number}` : number

const acceptedIn = (resource: z.output<typeof Resource>): AcceptedText => ({
  reference: resource.sid,
  segments: Number(resource.num_segments ?? 0) || null,
  cost: costOf(resource.price, resource.price_unit),
})

/** `-0.00750` of `USD` are 0.75 cents. */
const costOf = (price: string | null | undefined, unit: string | null | undefined) => {
  const amount = Math.abs(Number(price ?? Number.NaN))
  if (!Number.isFinite(amount) || !unit || !/^[A-Za-z]{3}$/.test(unit)) return null
  const currency = unit.toUpperCase()
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  const amountMinor = Number((amount * 10 ** maximumFractionDigits).toFixed(4))
  return { amountMinor, currency } satisfies TextCost
}

/** Twilio's times have no milliseconds. */
const isSince = (at: string | null | undefined, since: Date): boolean =>
  !at || Date.parse(at) >= Math.floor(since.getTime() / 1_000) * 1_000

const rejectionOf = (code: number): TextResult => ({
  outcome: 'rejected',
  what: refusalOf(code),
  code,
})

const refusalOf = (code: number): TextRefusal => {
  if (code === OPTED_OUT) return 'opted_out'
  return ADDRESS_CODES.has(code) ? 'address' : 'message'
}

const STATES: Readonly<Record<string, TextReceipt['state']>> = {
  accepted: 'accepted',
  scheduled: 'accepted',
  queued: 'accepted',
  sending: 'accepted',
  sent: 'accepted',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
}

const readReceipt: TextingGateway['readReceipt'] = (form) => {
  const { MessageSid: reference, MessageStatus: status = '', ErrorCode: code } = form
  const state = STATES[status]
  if (!reference || !state) return undefined
  const cost = costOf(form['Price'], form['PriceUnit'])
  const refusal = state === 'undelivered' ? refusalOf(Number(code ?? 0)) : null
  return { reference, state, refusal, segments: Number(form['NumSegments'] ?? 0) || null, cost }
}

const KEYWORDS: ReadonlySet<string> = new Set(['STOP', 'START', 'HELP'])

const readReply: TextingGateway['readReply'] = (form) => {
  const { MessageSid: reference, From: from, To: to, Body: body, OptOutType: keyword } = form
  if (!reference || !from || !to || body === undefined) return undefined
  const channel = from.startsWith('whatsapp:') ? 'WHATSAPP' : 'SMS'
  return {
    reference,
    channel,
    from: from.replace(/^whatsapp:/, ''),
    senders: [to.replace(/^whatsapp:/, ''), form['MessagingServiceSid'] ?? []].flat(),
    body,
    keyword: keyword && KEYWORDS.has(keyword) ? (keyword as TextReply['keyword']) : null,
  }
}

const boundedText = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MOST_ANSWER_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
