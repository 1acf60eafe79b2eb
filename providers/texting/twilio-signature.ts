import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedForm } from './texting-gateway.ts'

/**
 * The signature in `X-Twilio-Signature`: base64 of the HMAC-SHA-1 over the URL, followed by each parameter's name
 * and value in the order of the names. https://www.twilio.com/docs/usage/security
 */
export const twilioSignature = (token: string, { url, form }: Omit<SignedForm, 'signature'>) => {
  const parameters = Object.keys(form)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${name}${form[name]}`)
  return createHmac('sha1', token)
    .update(`${url}${parameters.join('')}`)
    .digest('base64')
}

/** Compares in constant time. */
export const isSignedByTwilio = (token: string, { signature, ...signed }: SignedForm): boolean => {
  const expected = Buffer.from(twilioSignature(token, signed))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
