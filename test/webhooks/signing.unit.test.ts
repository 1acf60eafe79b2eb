import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { assert, constantFrom, property, string } from 'fast-check'
import { exportJWK } from 'jose'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, test } from 'vitest'
import {
  newWebhookSecret,
  signDelivery,
  v2SigningText,
  verifyV1,
  verifyV2,
  type SignatureScheme,
} from '../../providers/webhooks/index.ts'

const KID = 'kid_01j8x'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const stripe = new Stripe('sk_test_unused')
const now = Date.now()
const timestamp = Math.floor(now / 1_000)
const secret = newWebhookSecret()
const body = '{"id":"evt_1","type":"booking.created","data":{"note":"Größe 👋"}}'
const delivery = {
  eventId: 'evt_1',
  attempt: 2,
  endpointId: 'wep_1',
  url: 'https://hooks.example.com/in?x=1',
  body,
}

function signed(
  secrets: readonly string[] = [secret],
  changes: Partial<typeof delivery> = {},
  schemes: readonly SignatureScheme[] = ['v1', 'v2'],
) {
  const ed25519 = { kid: KID, privateKey }
  return signDelivery({ ...delivery, ...changes, secrets, schemes, ed25519, timestamp })
}

const v2Input = {
  ...delivery,
  now,
  keyFor: (kid: string) => (kid === KID ? publicKey : undefined),
}

describe('a signed delivery', () => {
  test('has the documented header shape', () => {
    const headers = signed([newWebhookSecret(), newWebhookSecret()])
    expect(headers['X-Service-Signature']).toMatch(
      /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64},v2=kid_01j8x:[\w-]{86}$/,
    )
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
    expect(headers).toMatchObject({
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(timestamp),
      'X-Service-Attempt': '2',
      'X-Service-Endpoint': 'wep_1',
    })
  })

  test.each<[SignatureScheme[], RegExp]>([
    [['v1'], /^t=\d+,v1=[0-9a-f]{64}$/],
    [['v2'], /^t=\d+,v2=kid_01j8x:[\w-]{86}$/],
  ])('carries only %j if an endpoint chooses so', (schemes, shape) => {
    expect(signed([secret], {}, schemes)['X-Service-Signature']).toMatch(shape)
  })

  test('is accepted by the published stripe package', () => {
    const header = signed()['X-Service-Signature']
    expect(stripe.webhooks.constructEvent(body, header, secret)).toMatchObject({ id: 'evt_1' })
    expect(stripe.webhooks.constructEvent(Buffer.from(body), header, secret).id).toBe('evt_1')
  })

  test('is accepted by the published standardwebhooks and svix packages', () => {
    expect(new StandardWebhook(secret).verify(body, { ...signed() })).toMatchObject({ id: 'evt_1' })
    expect(() => new SvixWebhook(secret).verify(body, { ...signed() })).not.toThrow()
  })

  test('is accepted by our own verifiers, v2 also with a key from a JWKS', async () => {
    const header = signed()['X-Service-Signature']
    expect(verifyV1({ header, secret, body, now })).toEqual({ ok: true, timestamp })
    expect(verifyV2({ ...v2Input, header })).toEqual({ ok: true, timestamp })
    const jwk = await exportJWK(publicKey)
    const keyFor = () => createPublicKey({ key: jwk, format: 'jwk' })
    expect(verifyV2({ ...v2Input, header, keyFor })).toEqual({ ok: true, timestamp })
  })

  test('verifies with the old and the new secret during a rotation, and with no other', () => {
    const [next, previous] = [newWebhookSecret(), secret]
    const headers = signed([next, previous])
    const header = headers['X-Service-Signature']
    for (const known of [next, previous]) {
      expect(stripe.webhooks.constructEvent(body, header, known).id).toBe('evt_1')
      expect(new StandardWebhook(known).verify(body, { ...headers })).toBeTruthy()
      expect(() => new SvixWebhook(known).verify(body, { ...headers })).not.toThrow()
      expect(verifyV1({ header, secret: known, body, now }).ok).toBe(true)
    }
    const other = newWebhookSecret()
    expect(() => stripe.webhooks.constructEvent(body, header, other)).toThrow()
    expect(() => new StandardWebhook(other).verify(body, { ...headers })).toThrow()
    expect(() => new SvixWebhook(other).verify(body, { ...headers })).toThrow()
    expect(verifyV1({ header, secret: other, body, now })).toEqual({
      ok: false,
      reason: 'signature',
    })
  })

  test('fails everywhere if its body or time is changed', () => {
    const headers = signed()
    const header = headers['X-Service-Signature']
    const forged = `${body} `
    const later = header.replace(`t=${timestamp}`, `t=${timestamp + 1}`)
    expect(() => stripe.webhooks.constructEvent(forged, header, secret)).toThrow()
    expect(() => stripe.webhooks.constructEvent(body, later, secret)).toThrow()
    for (const webhook of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
      expect(() => webhook.verify(forged, { ...headers })).toThrow()
      expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow()
      const stamp = String(timestamp + 1)
      expect(() => webhook.verify(body, { ...headers, 'webhook-timestamp': stamp })).toThrow()
    }
    expect(verifyV1({ header, secret, body: forged, now }).ok).toBe(false)
    expect(verifyV1({ header: later, secret, body, now }).ok).toBe(false)
    expect(verifyV2({ ...v2Input, header, body: forged }).ok).toBe(false)
    expect(verifyV2({ ...v2Input, header: later }).ok).toBe(false)
  })

  test.each([
    { eventId: 'evt_2' },
    { attempt: 3 },
    { endpointId: 'wep_2' },
    { url: 'https://hooks.example.com/in?x=2' },
    { body: '{}' },
  ])('fails v2 if it is replayed as another delivery: %o', (change) => {
    const header = signed()['X-Service-Signature']
    expect(verifyV2({ ...v2Input, ...change, header })).toEqual({ ok: false, reason: 'signature' })
  })

  test('fails v2 for another key, an unknown kid and a signature with a flipped bit', () => {
    const header = signed()['X-Service-Signature']
    const stranger = generateKeyPairSync('ed25519').publicKey
    expect(verifyV2({ ...v2Input, header, keyFor: () => stranger })).toMatchObject({
      reason: 'signature',
    })
    const renamed = header.replace(KID, 'kid_2')
    expect(verifyV2({ ...v2Input, header: renamed })).toMatchObject({ reason: 'unknown_key' })
    expect(verifyV2({ ...v2Input, header: renamed, keyFor: () => publicKey })).toMatchObject({
      reason: 'signature',
    })
    const flipped = header.replace(/:(.)/, (_, first) => (first === 'A' ? ':B' : ':A'))
    expect(verifyV2({ ...v2Input, header: flipped })).toMatchObject({ reason: 'signature' })
  })

  test('is refused if it is too old or from the future', () => {
    const header = signed()['X-Service-Signature']
    const reason = 'timestamp'
    for (const clock of [now + 302_000, now - 302_000]) {
      expect(verifyV1({ header, secret, body, now: clock })).toEqual({ ok: false, reason })
      expect(verifyV2({ ...v2Input, header, now: clock })).toEqual({ ok: false, reason })
    }
    const patient = { header, secret, body, now: now + 302_000, toleranceSeconds: 600 }
    expect(verifyV1(patient).ok).toBe(true)
  })

  test.each([
    '',
    't=',
    `t=${timestamp}`,
    `v1=${'0'.repeat(64)}`,
    `t=${timestamp},v1=0`,
    `t=${timestamp},t=${timestamp},v1=${'0'.repeat(64)}`,
    `t=1e9,v1=${'0'.repeat(64)}`,
    `t=${timestamp},v1=${'0'.repeat(64)},v2=kid:short`,
    `t=${timestamp},v1=${'0'.repeat(64)},garbage`,
  ])('is malformed with the header %j', (header) => {
    expect(verifyV1({ header, secret, body, now })).toEqual({ ok: false, reason: 'malformed' })
    expect(verifyV2({ ...v2Input, header })).toEqual({ ok: false, reason: 'malformed' })
  })

  test('never verifies a header of arbitrary text', () => {
    const part = constantFrom('t', 'v1', 'v2', '=', ',', ':', 'kid', String(timestamp), ' ')
    assert(
      property(string({ unit: part }), (header) => {
        expect(verifyV1({ header, secret, body, now }).ok).toBe(false)
        expect(verifyV2({ ...v2Input, header }).ok).toBe(false)
      }),
    )
  })
})

describe('the v2 text', () => {
  test('has exactly the documented format', () => {
    const text = v2SigningText({ ...delivery, kid: KID, timestamp: 1_700_000_000, body: '' })
    expect(text).toBe(
      [
        'therapy-care-webhook-v2',
        'kid_01j8x',
        'evt_1',
        '2',
        '1700000000',
        'wep_1',
        '7660d48373b4b10ab2148bb452a4f245343f57a89fbcb568d530a2bc958dfef4',
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      ].join('\n'),
    )
  })

  test.each([{ eventId: 'evt\n3' }, { endpointId: '' }, { attempt: 1.5 }])(
    'refuses an ambiguous field: %o',
    (change) => {
      expect(() => signed([secret], change)).toThrow(TypeError)
    },
  )
})

describe('a new secret', () => {
  test('is whsec_ and 32 random bytes in base64, never repeated', () => {
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(newWebhookSecret()).not.toBe(secret)
  })

  test('is required, in this format, to sign', () => {
    expect(() => signed([])).toThrow('at least one secret')
    expect(() => signed(['plain'])).toThrow('whsec_')
  })
})
