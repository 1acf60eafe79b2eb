import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { create, newChild, refusal, type Page } from '../../resources/centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi({ paymentGateway: 'none', logLevel: 'debug' })))
afterAll(() => api[Symbol.asyncDispose]())

const STRIPE = {
  kind: 'STRIPE',
  name: 'Stripe, Berlin',
  publishableKey: 'pk_test_51HxKpq0123456789',
  secretKey: 'rk_test_51HxKpqSECRETSECRET',
  webhookSecret: 'whsec_SECRETSECRETSECRET',
}
const SANDBOX = { kind: 'SANDBOX', name: 'Play money' }

const connect = (client: ApiClient, body: object = STRIPE) =>
  client.post('/v1/payment-accounts', body)

const order = async (client: ApiClient) =>
  create(client, '/v1/orders', {
    childId: (await newChild(client)).id,
    lines: [{ description: 'Report', quantity: 1, unitAmount: 4500 }],
  })

const pay = async (client: ApiClient, paymentMethod: object) =>
  client.post<{ id: string }>('/v1/payments', { orderId: (await order(client)).id, paymentMethod })

const testCentre = async () => {
  const { id } = await createTenant(api.services.platform, { name: 'Test centre', isTest: true })
  return api.createClient(id)
}

test('keys are stored encrypted and appear in no response, list, audit entry or log line', async () => {
  const client = await api.createTenant()
  const account = await create(client, '/v1/payment-accounts', STRIPE)
  expect(account).toMatchObject({
    isLive: false,
    secretKeyHint: '…CRET',
    hasWebhookSecret: true,
    webhookPath: `/payment-webhooks/${account.id}`,
  })
  const shown = [
    await client.get('/v1/payment-accounts'),
    await client.get(`/v1/payment-accounts/${account.id}`),
    await client.get('/v1/audit-entries?limit=100'),
  ].map(({ text }) => text)
  const rows = await api.query('SELECT to_jsonb(a) AS row FROM payment_accounts a WHERE id = $1', [
    account.id,
  ])
  const written = [...shown, JSON.stringify(rows), JSON.stringify(api.logs)].join()
  expect(written).toContain(account.id)
  expect(written).not.toContain('SECRETSECRET')
})

test('a centre has one account at a time, and an archived one can be restored if there is none', async () => {
  const client = await api.createTenant()
  const { id } = await create(client, '/v1/payment-accounts', STRIPE)
  expect(refusal(await connect(client))).toEqual([409, 'already_exists'])
  await client.post(`/v1/payment-accounts/${id}/archive`)
  const next = await create(client, '/v1/payment-accounts', STRIPE)
  expect(refusal(await client.post(`/v1/payment-accounts/${id}/restore`))).toEqual([
    409,
    'already_exists',
  ])
  expect((await client.get<Page>('/v1/payment-accounts')).body.data).toEqual([next])
})

test('the sandbox is for test centres and works without a gateway of the deployment', async () => {
  const client = await api.createTenant()
  expect(refusal(await connect(client, SANDBOX))).toEqual([409, 'sandbox_not_allowed'])
  const card = { type: 'CARD', id: 'pm_sandbox_ok' }
  expect(refusal(await pay(client, card))).toEqual([409, 'payments_not_accepted'])

  const tester = await testCentre()
  const { id } = await create(tester, '/v1/payment-accounts', SANDBOX)
  expect((await pay(tester, card)).body).toMatchObject({
    status: 'PROCESSING',
    paymentAccountId: id,
  })
})

test('a centre that stops being a test centre cannot use its sandbox', async () => {
  const tester = await testCentre()
  await create(tester, '/v1/payment-accounts', SANDBOX)
  await api.query('UPDATE tenants SET is_test = false WHERE tenant_id = $1', [tester.tenantId])
  expect(refusal(await pay(tester, { type: 'CARD', id: 'pm_sandbox_ok' }))).toEqual([
    409,
    'sandbox_not_allowed',
  ])
})

test.each([
  [{ ...STRIPE, secretKey: undefined }, 'secretKey: required'],
  [{ ...STRIPE, publishableKey: undefined }, 'publishableKey: required'],
  [{ ...STRIPE, publishableKey: 'pk_live_51HxKpq0123456789' }, 'publishableKey: not_allowed'],
  [{ ...STRIPE, secretKey: 'pk_test_51HxKpq0123456789' }, 'secretKey: invalid_format'],
  [{ ...STRIPE, webhookSecret: 'secret' }, 'webhookSecret: invalid_format'],
  [{ ...SANDBOX, secretKey: STRIPE.secretKey }, 'secretKey: not_allowed'],
])('%j is refused: %s', async (body, issue) => {
  expect(refusal(await connect(await api.createTenant(), body))).toContain(issue)
})

test('keys are replaced in the same mode only, and test centres cannot have live keys', async () => {
  const client = await api.createTenant()
  const { id } = await create(client, '/v1/payment-accounts', STRIPE)
  const patch = (body: object) => client.patch(`/v1/payment-accounts/${id}`, body)
  expect(refusal(await patch({ secretKey: 'sk_live_51HxKpq0123456789' }))).toContain(
    'secretKey: not_allowed',
  )
  expect((await patch({ secretKey: 'sk_test_51HxKpq0000000001' })).body).toMatchObject({
    secretKeyHint: '…0001',
  })
  expect((await patch({ webhookSecret: null })).body).toMatchObject({ hasWebhookSecret: false })

  const live = { ...STRIPE, secretKey: 'sk_live_51HxKpq0123456789' }
  const refused = { ...live, publishableKey: 'pk_live_51HxKpq0123456789' }
  expect(refusal(await connect(await testCentre(), refused))).toContain('secretKey: not_allowed')
})

test('a manual payment is recorded with a reference, captured and refunded immediately', async () => {
  const client = await api.createTenant()
  for (const type of ['CASH', 'BANK_TRANSFER', 'INSURER']) {
    const { body, status } = await pay(client, { type, id: `Receipt 12 of ${type}` })
    expect([status, body]).toMatchObject([
      201,
      {
        status: 'SUCCEEDED',
        paymentMethod: { type, id: `Receipt 12 of ${type}` },
        paymentAccountId: null,
        settledAt: expect.any(String),
      },
    ])
    const refund = await client.post(`/v1/payments/${body.id}/refunds`, { reason: 'Ill.' })
    expect(refund.body).toMatchObject({ status: 'SUCCEEDED', refundable: 0 })
    const started = await api.query(
      `SELECT type FROM outbox WHERE subject_id IN ($1, $2) AND kind = 'workflow'`,
      [body.id, (refund.body as { id: string }).id],
    )
    expect(started).toEqual([])
  }
  const { id } = (await pay(client, { type: 'CASH', id: 'Receipt 13' })).body
  const ledger = await api.query<{ kind: string }>(
    'SELECT kind FROM ledger_transactions WHERE subject_id = $1',
    [id],
  )
  expect(ledger).toEqual([{ kind: 'PAYMENT_CAPTURED' }])
  expect(refusal(await pay(client, { type: 'SEPA_DEBIT', id: 'Receipt 14' }))).toContain(
    'paymentMethod.id: invalid_value',
  )
})
