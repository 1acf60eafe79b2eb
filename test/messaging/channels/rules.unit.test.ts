import { describe, expect, test } from 'vitest'
import { countSegments } from '#messaging/channels/count-segments.ts'
import { keywordOf } from '#messaging/channels/keyword-of.ts'
import { CHANNELS, numberOf, refusalOf, wayOf, type Channel } from '#messaging/channels/rules.ts'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import { renderText } from '#messaging/messages/render.ts'
import { TEMPLATES } from '#messaging/messages/templates/index.ts'
import { TEXT_TEMPLATES } from '#messaging/messages/templates/text-templates.ts'
import { textingUrl } from '#platform/core/context/environment.ts'
import { twilioSignature } from '../../../providers/texting/index.ts'
import type { Reason } from '#messaging/messages/rules.ts'

describe('the segments of a text', () => {
  test.each([
    ['', 0, 'GSM_7'],
    ['a'.repeat(160), 1, 'GSM_7'],
    ['a'.repeat(161), 2, 'GSM_7'],
    ['a'.repeat(306), 2, 'GSM_7'],
    ['a'.repeat(307), 3, 'GSM_7'],
    ['äöüßñéèàìòùÄÖÜÑ§¿¡', 1, 'GSM_7'],
    // Characters of the extension table count twice, and are not cut in two.
    ['€'.repeat(80), 1, 'GSM_7'],
    ['€'.repeat(81), 2, 'GSM_7'],
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3, 'GSM_7'],
    ['á'.repeat(70), 1, 'UCS_2'],
    ['á'.repeat(71), 2, 'UCS_2'],
    ['á'.repeat(134), 2, 'UCS_2'],
    ['á'.repeat(135), 3, 'UCS_2'],
    ['😀'.repeat(35), 1, 'UCS_2'],
    ['😀'.repeat(36), 2, 'UCS_2'],
    ['’', 1, 'UCS_2'],
  ] as const)('%#', async (text, segments, encoding) => {
    const counted = await countSegments(text)
    expect({ ...counted, segments: text === '' ? 0 : counted.segments }).toEqual({
      segments,
      encoding,
    })
  })

  const WRITTEN = TEXT_TEMPLATES.flatMap((name) =>
    LANGUAGES.map((language) => ({ name, language })),
  )
  test.each(WRITTEN)('of $name in $language are at most two', async ({ name, language }) => {
    const text = renderText({
      template: name,
      language,
      variables: { ...TEMPLATES[name].example, ...('path' in TEMPLATES[name].example && LINK) },
      centre: 'Sunrise Therapy',
      publicUrl: 'https://care.example.com',
    })
    expect((await countSegments(text)).segments, text).toBeLessThanOrEqual(2)
    expect(text).toMatch(/^Sunrise Therapy: ./)
    if (name !== 'text.reply') expect(text).toContain('STOP')
  })
  /** As long as a real one. */
  const LINK = { path: `/links/${'x'.repeat(43)}` }
})

describe('a word', () => {
  test.each([
    ['STOP', 'STOP'],
    [' stop. ', 'STOP'],
    ['Stopp!', 'STOP'],
    ['unsubscribe', 'STOP'],
    ['opt-out', 'STOP'],
    ['Abmelden', 'STOP'],
    ['baja', 'STOP'],
    ['START', 'START'],
    ['Anmelden', 'START'],
    ['alta', 'START'],
    ['help?', 'HELP'],
    ['Hilfe', 'HELP'],
    ['ayuda', 'HELP'],
    ['c', 'CONFIRM'],
    ['1', 'CONFIRM'],
    ['Ja!', 'CONFIRM'],
    ['Sí', 'CONFIRM'],
    ['bestätigt', 'CONFIRM'],
    ['Please stop by at noon', undefined],
    ['yes, but later', undefined],
    ['', undefined],
    ['11', undefined],
    [`STOP${' '.repeat(100)}`, undefined],
  ] as const)('%j means %s', (text, keyword) => {
    expect(keywordOf(text)).toBe(keyword)
  })
})

test.each([
  ['+49 151 1234-5678', '+4915112345678'],
  ['0049 151 12345678', '+4915112345678'],
  ['+49 (0)151 12345678', '+4915112345678'],
  ['0151 12345678', null],
  ['+49', null],
  ['call the office', null],
])('the number %s is dialled as %s', (phone, expected) => {
  expect(numberOf(phone)).toBe(expected)
})

const MAIL = 'mara@example.com'
const PHONE = '+4915112345678'

test.each<[Channel, string | null, 'OPTED_IN' | 'OPTED_OUT' | null, boolean, Reason | null]>([
  ['EMAIL', MAIL, null, false, null],
  ['EMAIL', MAIL, 'OPTED_OUT', false, null],
  ['EMAIL', null, null, false, 'no_address'],
  ['EMAIL', 'mara', null, false, 'invalid_address'],
  ['EMAIL', MAIL, null, true, 'address_undeliverable'],
  ['SMS', PHONE, 'OPTED_IN', false, null],
  ['SMS', PHONE, 'OPTED_OUT', false, 'opted_out'],
  ['SMS', PHONE, null, false, 'no_consent'],
  ['SMS', null, 'OPTED_IN', false, 'no_phone_number'],
  ['SMS', '030 1', 'OPTED_IN', false, 'invalid_phone_number'],
  ['SMS', PHONE, 'OPTED_IN', true, 'address_undeliverable'],
  ['WHATSAPP', PHONE, 'OPTED_IN', false, null],
  ['WHATSAPP', PHONE, 'OPTED_OUT', false, 'opted_out'],
])('%s to %s (%s, came back: %s): %s', (channel, address, consent, came, expected) => {
  const reach = { address, consent, problem: came ? ('BOUNCED' as const) : null }
  expect(refusalOf(channel, reach, { hasSender: true })).toBe(expected)
  if (channel === 'EMAIL') return
  expect(refusalOf(channel, reach, { hasSender: false })).toBe('no_sender')
  // A person who writes gets an answer.
  const answered = refusalOf(channel, reach, { hasSender: true, isReply: true })
  expect(answered).toBe(
    expected === 'no_phone_number' || expected === 'invalid_phone_number' ? expected : null,
  )
})

test.each<[string, (Reason | null)[], string[], string[]]>([
  ['the first channel', [null, null, null], ['EMAIL'], ['SMS', 'WHATSAPP']],
  ['the next one', ['no_address', null, null], ['SMS'], ['WHATSAPP']],
  ['a refusal for want of consent too', ['opted_out', null, null], ['EMAIL', 'SMS'], ['WHATSAPP']],
  [
    'the last one if none works',
    ['no_address', 'no_consent', 'no_phone_number'],
    ['SMS', 'WHATSAPP'],
    [],
  ],
])('%s is recorded', (_, refusals, recorded, next) => {
  const way = wayOf(CHANNELS.map((channel, at) => ({ channel, refusal: refusals[at]! })))
  expect(way.recorded.map(({ channel }) => channel)).toEqual(recorded)
  expect(way.next).toEqual(next)
})

/** https://www.twilio.com/docs/usage/security */
test('the signature is that of the provider’s documentation', () => {
  const form = {
    To: '+18005551212',
    Digits: '1234',
    Caller: '+14158675309',
    From: '+14158675309',
    CallSid: 'CA1234567890ABCDE',
  }
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(twilioSignature('12345', { url, form })).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
})

const ACCOUNT = `AC${'0'.repeat(32)}`

test.each([
  [`https://${ACCOUNT}:token@api.twilio.com`, true],
  [`http://${ACCOUNT}:token@127.0.0.1:8025`, true],
  [`http://${ACCOUNT}:token@api.twilio.com`, false],
  [`https://${ACCOUNT}@api.twilio.com`, false],
  ['https://someone:token@api.twilio.com', false],
  [`https://${ACCOUNT}:token@api.twilio.com/path`, false],
  ['api.twilio.com', false],
])('TEXTING_URL=%s is accepted: %s', (url, expected) => {
  expect(textingUrl().safeParse(url).success).toBe(expected)
})
