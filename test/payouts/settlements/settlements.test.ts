import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#platform/core/time/time.ts'
import { refusal, type Page } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { payTo } from '../payout-accounts/pay-to.ts'
import { openMarket } from './market.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const YESTERDAY = '2026-11-23'

test('a preview equals the result, which is approved by another person, paid out, posted and announced once', async () => {
  const market = await openMarket(api)
  await market.terms()
  const ids = [await market.pay(10_000), await market.pay(101)]
  const body = market.request({ paymentIds: ids })
  const preview = await market.client.post<object>('/v1/marketplace/settlements?dryRun=true', body)
  const made = await market.settle(ids)
  const differs = { id: null, dryRun: true, createdAt: null, updatedAt: null }
  expect({ ...preview.body, ...differs }).toEqual({ ...made, ...differs })
  expect(made).toMatchObject({
    status: 'DRAFT',
    gross: 10_101,
    provider: 7_071,
    platform: 1_010,
    centre: 2_020,
    payout: 7_071,
    payments: 2,
    reversals: 0,
  })
  expect(refusal(await market.client.post(market.path(made.id, 'approve')))).toEqual([
    403,
    'second_person_required',
  ])

  const paid = await market.payOut(made.id)
  expect(paid).toMatchObject({ status: 'PAID', failureCode: null, settledAt: expect.any(String) })
  expect(await market.eventsOf(made.id)).toEqual([
    ['settlement.approved', null],
    ['settlement.paid', null],
  ])
  expect(await market.mailed(made.id)).toEqual(['settlement.statement'])
  expect(await market.books()).toMatchObject({
    GATEWAY_CLEARING: 10_101 - 7_071,
    PROVIDER_PAYABLE: 0,
    PROVIDER_SHARE: 7_071,
    PLATFORM_SHARE: 1_010,
    PLATFORM_PAYABLE: -1_010,
  })
  const { text } = await market.client.get(market.path(made.id, 'statement.csv'))
  expect(text.trim().split('\r\n')).toHaveLength(3)
  const { body: lines } = await market.client.get<Page>(market.path(made.id, 'lines?limit=1'))
  expect(lines).toMatchObject({ hasMore: true, data: [{ paymentId: ids[0], gross: 10_000 }] })
})

test('an order paid in parts applies each fixed amount and minimum once, in one settlement or several', async () => {
  const market = await openMarket(api)
  await market.terms({
    shares: {
      platform: { percent: 0, fixed: 1_000 },
      provider: { percent: 70 },
      centre: { percent: 30, minimum: 3_000 },
    },
  })
  const whole = { gross: 9_000, platform: 1_000, provider: 5_000, centre: 3_000 }
  const inParts = async () => {
    const orderId = await market.order(9_000)
    return [await market.payPart(orderId, { amount: 4_000 }), await market.payPart(orderId)]
  }
  const preview = (paymentIds: string[]) =>
    market.client.post('/v1/marketplace/settlements?dryRun=true', market.request({ paymentIds }))
  expect((await preview([await market.pay(9_000)])).body).toMatchObject(whole)
  expect((await preview(await inParts())).body).toMatchObject(whole)

  const [first, second] = await inParts()
  const one = await market.payOut((await market.settle([first!])).id)
  const two = await market.get((await market.settle([second!])).id)
  expect(one.gross + two.gross).toBe(9_000)
  expect(one.platform + two.platform).toBe(1_000)
  expect(one.centre + two.centre).toBe(3_000)
})

test('a disputed payment waits, and a later loss of the dispute is reversed in proportion', async () => {
  const market = await openMarket(api)
  await market.terms()
  const [settled, waiting] = [await market.pay(9_001), await market.pay(700)]
  const one = await market.settle([settled])
  await market.payOut(one.id)

  await market.dispute(waiting, 'NEEDS_RESPONSE')
  expect(
    refusal(
      await market.client.post(
        '/v1/marketplace/settlements',
        market.request({ paymentIds: [waiting] }),
      ),
    ),
  ).toEqual([409, 'payment_disputed'])

  const lost = await market.dispute(settled, 'LOST')
  const two = await market.settle([await market.pay(500)])
  expect(two).toMatchObject({ payments: 1, reversals: 1, gross: -8_501, carriedOut: 350 - 6_301 })
  const { body } = await market.client.get<Page>(market.path(two.id, 'lines'))
  expect(body.data).toContainEqual(
    expect.objectContaining({ disputeId: lost, refundId: null, gross: -9_001, provider: -6_301 }),
  )
  await market.payOut(two.id)
  expect((await market.get(one.id)).status).toBe('REVERSED')
})

test('the next settlement reverses a later refund in proportion and carries the debt forward', async () => {
  const market = await openMarket(api)
  await market.terms()
  const [first, second, third] = [
    await market.pay(9_001),
    await market.pay(500),
    await market.pay(9_000),
  ]
  const one = await market.settle([first])
  await market.payOut(one.id)

  await market.refund(first, 3_000)
  const two = await market.settle([second])
  expect(two).toMatchObject({ payments: 1, reversals: 1, gross: -2_500, payout: 0 })
  expect(two).toMatchObject({ provider: 350 - 2_100, carriedOut: -1_750 })
  expect(await market.payOut(two.id)).toMatchObject({ status: 'PAID' })
  expect((await market.get(one.id)).status).toBe('PARTIALLY_REVERSED')

  await market.refund(first, 6_001)
  const three = await market.settle([third])
  expect(three).toMatchObject({ carriedIn: -1_750, reversals: 1 })
  await market.payOut(three.id)
  expect((await market.get(one.id)).status).toBe('REVERSED')
  expect(await market.eventsOf(one.id)).toEqual([
    ['settlement.approved', null],
    ['settlement.paid', null],
    ['settlement.reversed', false],
    ['settlement.reversed', true],
  ])
  const [left] = await api.query<Record<string, number>>(
    `SELECT sum(gross_minor)::int AS gross, sum(provider_minor)::int AS provider, sum(platform_minor)::int AS platform
     FROM settlement_lines WHERE payment_id = $1`,
    [first],
  )
  expect(left).toEqual({ gross: 0, provider: 0, platform: 0 })
  // The provider has 70 % of 500 and 9,000, and was paid what the refund did not reverse.
  expect((await market.books())['PROVIDER_SHARE']).toBe(6_650)
})

test('a reversal for a refund that bounced is returned once and belongs to the first settlement again', async () => {
  const market = await openMarket(api)
  await market.terms()
  const first = await market.pay(9_001)
  const one = await market.settle([first])
  await market.payOut(one.id)
  const refundId = await market.refund(first, 9_001)
  const two = await market.settle([await market.pay(500)])
  await market.payOut(two.id)
  expect((await market.get(one.id)).status).toBe('REVERSED')

  await market.comeBack(refundId)
  const three = await market.settle([await market.pay(700)])
  expect(three).toMatchObject({ payments: 1, reversals: 0, restorations: 1, gross: 9_701 })
  const { body } = await market.client.get<Page>(market.path(three.id, 'lines'))
  expect(body.data).toContainEqual(
    expect.objectContaining({ refundId, paymentId: first, gross: 9_001, provider: 6_301 }),
  )
  await market.payOut(three.id)
  expect((await market.get(one.id)).status).toBe('PAID')
  expect((await market.eventsOf(one.id)).slice(2)).toEqual([
    ['settlement.reversed', true],
    ['settlement.restored', true],
  ])
  expect((await market.books())['PROVIDER_SHARE']).toBe(6_301 + 350 + 490)

  // It is refunded another way and reversed like any other.
  await market.refund(first, 3_000)
  const four = await market.settle([await market.pay(300)])
  expect(four).toMatchObject({ payments: 1, reversals: 1, restorations: 0 })
  await market.payOut(four.id)
  expect((await market.get(one.id)).status).toBe('PARTIALLY_REVERSED')
  // A refund that bounced before a settlement needs no reversal.
  const other = await market.pay(400)
  await market.comeBack(await market.refund(other, 100))
  const five = await market.settle([other])
  expect(five).toMatchObject({ payments: 1, reversals: 0, restorations: 0, gross: 400 })
})

test.each([
  ['transfer', 'acct_sandbox_transfer_declined', 'transfer_declined'],
  ['payout', 'acct_sandbox_payout_declined', 'payout_declined'],
])(
  'a refused %s reverses everything, and its payments can be settled again',
  async (_, account, code) => {
    const market = await openMarket(api)
    await market.terms()
    const id = await market.pay(1_000)
    await payTo(market.ctx, market.providerId, account)
    const failed = await market.settle([id])
    expect(await market.payOut(failed.id)).toMatchObject({ status: 'FAILED', failureCode: code })
    expect(await market.eventsOf(failed.id)).toEqual([
      ['settlement.approved', null],
      ['settlement.failed', null],
    ])
    expect(await market.books()).toMatchObject({ PROVIDER_PAYABLE: 0, PROVIDER_SHARE: 0 })
    await payTo(market.ctx, market.providerId, 'acct_sandbox_ok')
    const again = await market.settle([id])
    expect(await market.payOut(again.id)).toMatchObject({ status: 'PAID' })
  },
)

test('a period covers its captures, a payment is in one settlement, and a provider has one at a time', async () => {
  api.clock.advance(-DAY_MS)
  const early = await openMarket(api)
  await early.terms()
  await early.pay(1_000)
  api.clock.advance(DAY_MS)
  // Yesterday's token has expired.
  const client = await api.createClient(early.client.tenantId)
  const period = early.request({ startsOn: '2026-11-01', endsOn: YESTERDAY })
  const post = (body: object, query = '') =>
    client.post<{ id: string }>(`/v1/marketplace/settlements${query}`, body)
  const [a, b] = await Promise.all([post(period), post(period)])
  expect([a.status, b.status].toSorted((one, other) => one - other)).toEqual([201, 409])
  const made = a.status === 201 ? a : b
  // The later request finds the payments taken and nothing left.
  const [, code] = refusal(a.status === 201 ? b : a)
  expect(['settlement_in_progress', 'nothing_to_settle']).toContain(code)
  expect(made.body).toMatchObject({ gross: 1_000, startsOn: '2026-11-01', endsOn: YESTERDAY })
  expect(refusal(await post(period, '?dryRun=true'))).toEqual([409, 'settlement_in_progress'])
  await client.post(early.path(made.body.id, 'cancel'))
  expect((await post(period)).status).toBe(201)
})

test('an impossible settlement is refused with a stable code', async () => {
  const market = await openMarket(api)
  const post = async (body: object) =>
    refusal(await market.client.post('/v1/marketplace/settlements', market.request(body)))
  const id = await market.pay(1_000)
  expect(await post({ paymentIds: [id] })).toEqual([409, 'split_terms_missing'])
  await market.terms()
  const other = await market.pay(1_000, 'USD')
  expect(await post({ paymentIds: [id, other] })).toEqual([
    400,
    'validation_failed',
    'paymentIds: mixed_currencies',
  ])
  expect(await post({ startsOn: YESTERDAY, endsOn: '2026-11-24' })).toEqual([
    400,
    'validation_failed',
    'endsOn: in_the_future',
  ])
  expect(await post({ startsOn: '2026-10-01', endsOn: '2026-10-31' })).toEqual([
    409,
    'nothing_to_settle',
  ])
  await market.payOut((await market.settle([id])).id)
  expect(await post({ paymentIds: [id] })).toEqual([409, 'payment_already_settled'])
  const bad = { platform: { percent: 10 }, provider: { percent: 70 }, centre: { percent: 10 } }
  const uneven = { currency: 'EUR', startsOn: '2026-02-01', shares: bad }
  expect(refusal(await market.client.post('/v1/marketplace/split-terms', uneven))).toEqual([
    400,
    'validation_failed',
    'shares: split_does_not_sum',
  ])
})

test('the database keeps a payment in one settlement, shares within the amount paid, and terms immutable', async () => {
  const market = await openMarket(api)
  await market.terms()
  const { id } = await market.settle([await market.pay(1_000)])
  const again = api.query(
    `INSERT INTO settlement_lines SELECT (jsonb_populate_record(l, '{"id": "sll_again"}')).* FROM settlement_lines l
     WHERE settlement_id = $1`,
    [id],
  )
  await expect(again).rejects.toMatchObject({ constraint: 'settlement_lines_payment' })
  const more = api.query(
    'UPDATE settlement_lines SET provider_minor = provider_minor + 1 WHERE settlement_id = $1',
    [id],
  )
  await expect(more).rejects.toThrow(/check constraint/)
  const terms = api.query(`UPDATE split_terms SET starts_on = '2026-02-01' WHERE tenant_id = $1`, [
    market.client.tenantId,
  ])
  await expect(terms).rejects.toThrow(/is append-only/)
})
