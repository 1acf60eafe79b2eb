import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { standardWebhooksMac } from '../webhooks/standard-webhooks-mac.ts'

/** What a mail server reports about a sent mail. */
const MAIL_EVENT_TYPES = ['BOUNCED', 'COMPLAINED', 'DELIVERED'] as const

const MailEvents = z.object({
  events: z
    .array(
      z.object({
        /** The Message-ID of the mail, or the id of the message with which it begins. */
        messageId: z.string().max(500),
        type: z.enum(MAIL_EVENT_TYPES),
      }),
    )
    .max(500),
})
export type MailEvent = z.output<typeof MailEvents>['events'][number]

export interface SignedBody {
  body: string
  /** The headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
  id: string
  timestamp: string
  signature: string
}

/** Older requests may be repeated by somebody who has overheard them. */
const TOLERANCE_SECONDS = 300

/** Whether a request has a fresh signature in the format of Standard Webhooks. */
export const isSigned = (secret: string, signed: SignedBody, now: Date): boolean => {
  const { body, id, timestamp, signature } = signed
  const age = Math.abs(now.getTime() / 1_000 - Number(timestamp || Number.NaN))
  if (!/^\d{1,12}$/.test(timestamp) || !(age <= TOLERANCE_SECONDS)) return false
  const expected = standardWebhooksMac(secret, { id, timestamp, body })
  return signature.split(' ').some((part) => {
    const [version, text = ''] = part.split(',')
    const given = Buffer.from(text, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** The events in a body; undefined if it has another form. */
export const readMailEvents = (body: unknown): MailEvent[] | undefined =>
  MailEvents.safeParse(body).data?.events
