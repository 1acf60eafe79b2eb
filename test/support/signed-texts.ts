import { createHmac } from 'node:crypto'
import { twilioSignature } from '../../providers/texting/index.ts'
import type { ApiRequest } from './api.ts'

/** Where no server listens: texts that are sent there fail. Its token signs receipts and replies. */
export const TEXTING_URL = `http://AC${'0'.repeat(32)}:token-of-tests@127.0.0.1:9`
const TOKEN = 'token-of-tests'

export const MAIL_EVENTS_SECRET = `whsec_${Buffer.from('secret of the mail server in tests').toString('base64')}`

/** A request as the provider of texts signs it. */
export const signedText = (
  path: string,
  form: Readonly<Record<string, string>>,
  { token = TOKEN, publicUrl = 'http://api.test' } = {},
): ApiRequest => ({
  method: 'POST',
  path,
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilioSignature(token, { url: `${publicUrl}${path}`, form }),
  },
  body: new URLSearchParams(form).toString(),
})

/** A request as the mail server signs it. */
export const signedMailEvents = (
  events: readonly object[],
  now: Date,
  { secret = MAIL_EVENTS_SECRET, id = 'evt_1' } = {},
): ApiRequest => {
  const body = JSON.stringify({ events })
  const timestamp = `${Math.floor(now.getTime() / 1_000)}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    method: 'POST',
    path: '/mail-events',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${mac}`,
    },
    body,
  }
}
