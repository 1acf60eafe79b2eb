import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../dev/ports.ts'
import { stripeMockPath } from '../../../dev/stripe-mock.ts'
import { TextKind } from '#payments/disputes/dispute-evidence.ts'
import { createStripeGateway } from '../../../providers/payments/stripe.ts'

const program = await stripeMockPath()

/** stripe-mock refuses members, values and paths that the description of Stripe's API lacks. It is stateless. */
describe.skipIf(!program)('our requests conform to the specification of Stripe', () => {
  let mock: ChildProcess
  let recorder: Server
  let url: string
  const answered: string[] = []
  /** Responses in addition to, or instead of, the fixture of stripe-mock. */
  let read: object = {}

  beforeAll(async () => {
    const port = await freePort()
    mock = spawn(program!, ['-http-port', String(port)], { stdio: 'ignore' })
    recorder = createServer((request, response) => {
      void (async () => {
        const { method = 'GET', url: path = '', headers } = request
        const body = await text(request)
        const sent = { method, headers: asHeaders(headers), ...(body && { body }) }
        const found = await fetch(`http://127.0.0.1:${port}${path}`, sent)
        answered.push(`${method} ${path.replace(/\?.*/, '')} ${found.status}`)
        const json = (await found.json()) as object
        // The fixture of an intent contains an error, which would be a decline.
        const shown = method === 'GET' ? { ...json, last_payment_error: null, ...read } : json
        response.writeHead(found.status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(shown))
      })()
    })
    recorder.listen(0, '127.0.0.1')
    await once(recorder, 'listening')
    url = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`
    while (!(await fetch(`http://127.0.0.1:${port}`).catch(() => undefined))) await sleep(50)
  })
  afterAll(() => {
    mock.kill()
    recorder.close()
  })

  const request = {
    paymentId: 'pay_1',
    amountMinor: 9_500,
    currency: 'EUR',
    paymentMethodType: 'CARD',
    paymentMethodId: 'pm_card_visa',
    reference: null,
    returnUrl: null,
    isOverdue: false,
    idempotencyKey: 'ten_1/pay_1',
  }

  test.each([
    ['a card', {}],
    ['a card, with a page to come back to', { returnUrl: 'https://centre.example/paid' }],
    ['a debit, with its mandate', { paymentMethodType: 'SEPA_DEBIT', paymentMethodId: 'pm_1' }],
  ])('%s is created, read, confirmed and cancelled', async (_, more) => {
    answered.length = 0
    const gateway = createStripeGateway('sk_test_123', url)
    const registered = await gateway.register!({ ...request, ...more })
    expect(registered).toMatchObject({ outcome: 'PENDING', reference: expect.any(String) })
    const { reference } = registered as { reference: string }
    await gateway.capture({ ...request, ...more, reference })
    const intent = `/v1/payment_intents/${reference}`
    expect(answered).toEqual([
      'POST /v1/payment_intents 200',
      `GET ${intent} 200`,
      `POST ${intent}/confirm 200`,
      `POST ${intent}/cancel 200`,
    ])
  })

  test('a refund is looked up, created, and read', async () => {
    answered.length = 0
    const asked = { refundId: 'rfd_1', captureReference: 'pi_1', paymentMethodId: 'pm_1' }
    const money = { amountMinor: 100, currency: 'EUR', idempotencyKey: 'ten_1/rfd_1' }
    const gateway = createStripeGateway('sk_test_123', url)
    expect(await gateway.refund({ ...asked, ...money })).toMatchObject({ outcome: 'SUCCEEDED' })
    expect(answered).toEqual(['GET /v1/refunds 200', 'POST /v1/refunds 200'])
    expect(await gateway.reviewRefund!('re_1')).toMatchObject({ outcome: 'SUCCEEDED' })
    expect(answered.at(-1)).toBe('GET /v1/refunds/re_1 200')
  })

  test('a share is transferred, paid out and reversed', async () => {
    answered.length = 0
    const gateway = createStripeGateway('sk_test_123', url)
    const asked = {
      recordId: 'stl_1',
      payoutAccountId: 'acct_1',
      amountMinor: 100,
      currency: 'EUR',
      idempotencyKey: 'ten_1/stl_1/transfer',
    }
    read = { data: [] }
    expect(await gateway.transfer(asked)).toMatchObject({ outcome: 'SUCCEEDED' })
    read = { settings: { payouts: { schedule: { interval: 'manual' } } } }
    expect(await gateway.payOut(asked)).toMatchObject({ outcome: 'SUCCEEDED' })
    read = {}
    expect(await gateway.reverseTransfer(asked)).toMatchObject({ outcome: 'SUCCEEDED' })
    expect(answered).toEqual([
      'GET /v1/transfers 200',
      'POST /v1/transfers 200',
      'GET /v1/accounts/acct_1 200',
      'GET /v1/transfers 200',
      'GET /v1/payouts 200',
      'POST /v1/payouts 200',
      'GET /v1/transfers 200',
      expect.stringMatching(/^POST \/v1\/transfers\/tr_\w+\/reversals 200$/),
    ])
  })

  test('a dispute is read', async () => {
    answered.length = 0
    const asked = { paymentMethodId: 'pm_1', amountMinor: 100, currency: 'EUR', answer: null }
    const gateway = createStripeGateway('sk_test_123', url)
    expect(await gateway.reviewDispute({ ...asked, reference: 'dp_1' })).toMatchObject({
      isInquiry: expect.any(Boolean),
      reason: expect.any(String),
    })
    expect(answered).toEqual(['GET /v1/disputes/dp_1 200'])
  })

  test.each([
    ['evidence of every kind', false, ['POST /v1/files 200', 'POST /v1/disputes/dp_1 200']],
    ['acceptance', true, ['POST /v1/disputes/dp_1/close 200']],
  ])('evidence is submitted: %s', async (_, isAcceptance, calls) => {
    answered.length = 0
    const gateway = createStripeGateway('sk_test_123', url)
    const texts = TextKind.map((kind) => ({ kind, text: 'As agreed.' }))
    const files = [{ kind: 'RECEIPT', name: 'inv_1.pdf', pdf: Buffer.from('%PDF-1.7') }]
    const asked = { reference: 'dp_1', isAcceptance, texts, files, idempotencyKey: 'ten_1/dsp_1/1' }
    expect(await gateway.answerDispute(asked)).toMatchObject({ outcome: 'SUCCEEDED' })
    expect(answered).toEqual(['GET /v1/disputes/dp_1 200', ...calls])
  })

  test('stripe-mock refuses undocumented requests', async () => {
    const headers = { authorization: 'Bearer sk_test_123' }
    const body = new URLSearchParams({ amount: '1', currency: 'eur', shells: '12' })
    const found = await fetch(`${url}/v1/payment_intents`, { method: 'POST', headers, body })
    expect(found.status).toBe(400)
  })
})

const asHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string> => {
  const {
    authorization = '',
    'content-type': type,
    'idempotency-key': key,
    'stripe-version': version,
  } = headers
  const found = {
    authorization,
    'content-type': type,
    'idempotency-key': key,
    'stripe-version': version,
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}
