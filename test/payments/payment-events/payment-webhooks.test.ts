import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { create, newChild, refusal } from '../../resources/centre.ts'

const SECRET = 'whsec_0123456789abcdef0123'
const OTHER_SECRET = 'whsec_otherotherother'
const ACCOUNT = {
  kind: 'STRIPE',
  name: 'Stripe',
  publishableKey: 'pk_test_51HxKpq0123456789',
  secretKey: 'rk_test_51HxKpq0123456789',
  webhookSecret: SECRET,
}

let api: TestApi
let client: ApiClient
let path: string
let paymentId: string
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  client = await api.createTenant()
  path = String((await create(client, '/v1/payment-accounts', ACCOUNT))['webhookPath'])
  paymentId = await newPayment(client)
})

const newPayment = async (of: ApiClient) => {
  const lines = [{ description: 'Report', quantity: 1, unitAmount: 4500 }]
  const order = await create(of, '/v1/orders', { childId: (await newChild(of)).id, lines })
  const paymentMethod = { type: 'CARD', id: 'pm_card_visa' }
  return (await create(of, '/v1/payments', { orderId: order.id, paymentMethod })).id
}

interface Sent {
  type?: string
  metadata?: object
  object?: object
  livemode?: boolean
  account?: string
  secret?: string
  secondsAgo?: number
  to?: string
  tamper?: (payload: string) => string
}

const send = (sent: Sent = {}) => {
  const { type = 'payment_intent.succeeded', metadata = { payment_id: paymentId } } = sent
  const { livemode = false, account, secret = SECRET, secondsAgo = 0, to = path } = sent
  const object = sent.object ?? { id: 'pi_1', object: 'payment_intent', metadata }
  const event = { id: 'evt_1', object: 'event', type, livemode, ...(account && { account }) }
  const payload = JSON.stringify({ ...event, data: { object } })
  const now = Math.floor(api.services.platform.clock.now().getTime() / 1000)
  const timestamp = now - secondsAgo
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return api.anonymous().send({
    method: 'POST',
    path: to,
    body: sent.tamper?.(payload) ?? payload,
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
  })
}

const wakes = () =>
  api.query<{ type: string; action: string }>(
    `SELECT type, payload ->> 'action' AS action FROM outbox WHERE subject_id = $1 AND kind = 'workflow' ORDER BY seq`,
    [paymentId],
  )
const STARTED = { type: 'paymentCapture', action: 'start' }
const WOKEN = { type: 'paymentCapture', action: 'wake' }

const settle = (result: Parameters<typeof settlePayment>[1]['result']) =>
  settlePayment(
    systemContext(api.services.platform, { tenantId: client.tenantId, action: 'test' }),
    { id: paymentId, result },
  )

test('an event wakes the workflow of its payment, even before the response of the gateway, and changes nothing else', async () => {
  const answer = await send()
  expect([answer.status, answer.body]).toEqual([200, { receipt: 'ACCEPTED' }])
  expect(await wakes()).toEqual([STARTED, WOKEN])
  expect((await client.get(`/v1/payments/${paymentId}`)).body).toMatchObject({
    status: 'PROCESSING',
    version: 1,
  })
  const { data } = (await client.get<{ data: object[] }>('/v1/audit-entries?limit=5')).body
  expect(JSON.stringify(data)).toContain('evt_1')
})

test('duplicate, late and out-of-order events of finished payments are ignored', async () => {
  await send()
  await settle({ outcome: 'SUCCEEDED', reference: 'pi_1' })
  for (const type of [
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.processing',
  ])
    expect((await send({ type })).body).toEqual({ receipt: 'ALREADY_SETTLED' })
  expect(await wakes()).toEqual([STARTED, WOKEN])
  expect((await client.get(`/v1/payments/${paymentId}`)).body).toMatchObject({
    status: 'SUCCEEDED',
  })
})

test('a refund is woken by its own id', async () => {
  await settle({ outcome: 'SUCCEEDED', reference: 'pi_1' })
  const { id } = await create(client, `/v1/payments/${paymentId}/refunds`, { reason: 'Ill.' })
  const metadata = { refund_id: id }
  expect((await send({ type: 'refund.updated', metadata })).body).toEqual({ receipt: 'ACCEPTED' })
  const woken = await api.query(
    `SELECT type FROM outbox WHERE subject_id = $1 AND payload ->> 'action' = 'wake'`,
    [id],
  )
  expect(woken).toEqual([{ type: 'paymentRefund' }])
})

test('a successful refund is checked again only after an event of its failure', async () => {
  await settle({ outcome: 'SUCCEEDED', reference: 'pi_1' })
  const { id } = await create(client, `/v1/payments/${paymentId}/refunds`, { reason: 'Ill.' })
  const ctx = systemContext(api.services.platform, { tenantId: client.tenantId, action: 'test' })
  await settleRefund(ctx, { id, result: { outcome: 'SUCCEEDED', reference: 're_1' } })
  const about = { metadata: { refund_id: id } }
  const settled = await send({ type: 'refund.updated', ...about })
  expect(settled.body).toEqual({ receipt: 'ALREADY_SETTLED' })
  expect((await send({ type: 'refund.failed', ...about })).body).toEqual({ receipt: 'ACCEPTED' })
  const failed = { outcome: 'FAILED', failureCode: 'lost_or_stolen_card' } as const
  await settleRefund(ctx, { id, result: failed })
  const again = await send({ type: 'refund.failed', ...about })
  expect(again.body).toEqual({ receipt: 'ALREADY_SETTLED' })
})

test.each<[string, Sent]>([
  ['signed by nobody we know', { secret: OTHER_SECRET }],
  ['signed too long ago', { secondsAgo: 301 }],
  ['signed in an hour', { secondsAgo: -3_600 }],
  ['changed on the way', { tamper: (payload) => payload.replace('succeeded', 'canceled') }],
  ['that is not JSON', { tamper: () => '{' }],
  ['to no account', { to: '/payment-webhooks/pac_01K0000000000000000000000A' }],
])('an event %s is refused without effect', async (_, sent) => {
  expect(refusal(await send(sent))).toEqual([400, 'signature_refused'])
  expect(await wakes()).toEqual([STARTED])
})

test('events of another account, of Connect, or of the other mode are refused with specific codes', async () => {
  const other = await api.createTenant()
  const theirs = await create(other, '/v1/payment-accounts', {
    ...ACCOUNT,
    webhookSecret: OTHER_SECRET,
  })
  expect(refusal(await send({ to: String(theirs['webhookPath']) }))).toEqual([
    400,
    'signature_refused',
  ])
  // Their account confirms a payment of ours.
  const crossed = await send({ to: String(theirs['webhookPath']), secret: OTHER_SECRET })
  expect(crossed.body).toEqual({ receipt: 'IGNORED' })
  for (const sent of [{ livemode: true }, { account: 'acct_another' }])
    expect(refusal(await send(sent))).toEqual([409, 'event_of_another_account'])
  expect(await wakes()).toEqual([STARTED])
})

test('unrelated events are acknowledged', async () => {
  for (const sent of [
    { metadata: {} },
    { type: 'customer.created' },
    { metadata: { payment_id: 'pay_1' } },
  ])
    expect((await send(sent)).body).toEqual({ receipt: 'IGNORED' })
})

test('events of an archived account are accepted, so its payments can finish', async () => {
  await client.post(`/v1/payment-accounts/${path.split('/').at(-1)}/archive`)
  expect((await send()).body).toEqual({ receipt: 'ACCEPTED' })
})

test('twenty simultaneous events wake their subjects without an error', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

const disputed = (
  status: string,
  moves: object[] = [{ amount: -4500, fee: 2000, currency: 'eur' }],
) => ({
  type: 'charge.dispute.created',
  object: {
    id: 'dp_1',
    object: 'dispute',
    payment_intent: 'pi_1',
    amount: 4500,
    currency: 'eur',
    reason: 'fraudulent',
    status,
    metadata: {},
    evidence_details: { due_by: null },
    balance_transactions: moves,
  },
})
const disputes = async () =>
  (await client.get<{ data: { id: string }[] }>(`/v1/disputes?paymentId=${paymentId}`)).body.data

test('the first event of a dispute records it, and later ones make the workflow ask the gateway', async () => {
  await settle({ outcome: 'SUCCEEDED', reference: 'pi_1' })
  const first = { ...disputed('under_review'), type: 'charge.dispute.funds_withdrawn' }
  expect((await send(first)).body).toEqual({ receipt: 'ACCEPTED' })
  // Older and duplicate.
  for (let count = 0; count < 3; count += 1)
    expect((await send(disputed('needs_response', []))).body).toEqual({ receipt: 'ACCEPTED' })
  const [dispute, ...others] = await disputes()
  expect(others).toEqual([])
  expect(dispute).toMatchObject({ status: 'UNDER_REVIEW', amountWithheld: 4500, version: 2 })
  const asked = await api.query(
    `SELECT type FROM outbox WHERE subject_id = $1 AND kind = 'workflow' AND type = 'paymentDispute'`,
    [dispute!.id],
  )
  expect(asked.length).toBeGreaterThan(1)
})

test('simultaneous events record a dispute once', async () => {
  await settle({ outcome: 'SUCCEEDED', reference: 'pi_1' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(disputed('needs_response'))),
  )
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ receipt: 'ACCEPTED' })))
  expect(await disputes()).toHaveLength(1)
  const told = await api.query(
    `SELECT 1 FROM outbox WHERE subject_id = $1 AND type = 'payment.disputed'`,
    [paymentId],
  )
  expect(told).toHaveLength(1)
})

test('a finished dispute is not checked again', async () => {
  await settle({ outcome: 'SUCCEEDED', reference: 'pi_1' })
  const lost = { ...disputed('lost'), type: 'charge.dispute.closed' }
  expect((await send(lost)).body).toEqual({ receipt: 'ACCEPTED' })
  expect((await send(disputed('needs_response'))).body).toEqual({ receipt: 'ALREADY_SETTLED' })
  expect(await disputes()).toMatchObject([{ status: 'LOST' }])
})

test('a dispute that arrives before its capture is recorded is sent again', async () => {
  await settle({ outcome: 'PENDING', reference: 'pi_1', redirectUrl: null })
  expect(refusal(await send(disputed('needs_response')))).toEqual([409, 'payment_in_flight'])
  await settle({ outcome: 'SUCCEEDED', reference: 'pi_1' })
  expect((await send(disputed('needs_response'))).body).toEqual({ receipt: 'ACCEPTED' })
})

test('an unrelated or forged dispute is not recorded', async () => {
  await settle({ outcome: 'SUCCEEDED', reference: 'pi_2' })
  expect((await send(disputed('needs_response'))).body).toEqual({ receipt: 'IGNORED' })
  expect(refusal(await send({ ...disputed('lost'), secret: OTHER_SECRET }))).toEqual([
    400,
    'signature_refused',
  ])
  for (const sent of [{ livemode: true }, { account: 'acct_another' }])
    expect(refusal(await send({ ...disputed('lost'), ...sent }))).toEqual([
      409,
      'event_of_another_account',
    ])
  expect(await disputes()).toEqual([])
})
