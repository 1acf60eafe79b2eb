import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveSettlement } from '#payouts/settlements/approve-settlement.ts'
import { completeSettlement } from '#payouts/settlements/complete-settlement.ts'
import { createSettlement } from '#payouts/settlements/create-settlement.ts'
import { recordTransfer } from '#payouts/settlements/record-transfer.ts'
import { createSplitTerms } from '#payouts/split-terms/create-split-terms.ts'
import { CreateSplitTerms } from '#payouts/split-terms/schemas.ts'
import { payTo } from '../../payouts/payout-accounts/pay-to.ts'
import { create, refusal } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { booksOf, openCase, outcomeOf, type Case } from './cancelled.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const CASH = { type: 'CASH', id: 'Receipt 12' }
/** A cancellation in the last month costs half. */
const LATE = [{ notice: 'P30D', fee: { percent: 50 } }]
const IN_FULL = [{}]

const CASES: Record<string, Case & { lines: [string, number][]; books: Record<string, number> }> = {
  'without a policy, all goes back': {
    payments: IN_FULL,
    lines: [['REFUND', 8_500]],
    books: {},
  },
  'a fee is taken off first, and kept': {
    policy: { windows: LATE },
    payments: IN_FULL,
    lines: [['REFUND', 4_250]],
    books: { GATEWAY_CLEARING: 4_250, REVENUE: -4_250 },
  },
  'as credit, where the policy says so': {
    policy: { windows: LATE, prepaid: 'CREDIT' },
    payments: IN_FULL,
    lines: [['CREDIT', 4_250]],
    books: { GATEWAY_CLEARING: 8_500, CREDIT_PAYABLE: -4_250, REVENUE: -4_250 },
  },
  'nobody is charged by name: there is no credit to have': {
    policy: { prepaid: 'CREDIT', windows: LATE },
    ofNobody: true,
    payments: IN_FULL,
    lines: [['REFUND', 4_250]],
    books: { GATEWAY_CLEARING: 4_250, REVENUE: -4_250 },
  },
  'a person decides, where the policy says so': {
    policy: { prepaid: 'DECIDE', windows: LATE },
    payments: IN_FULL,
    lines: [['DECIDE', 4_250]],
    books: { GATEWAY_CLEARING: 8_500, REVENUE: -8_500 },
  },
  'cash is given back by a person': {
    payments: [{ method: CASH }],
    lines: [['HAND_BACK', 8_500]],
    books: { GATEWAY_CLEARING: 8_500, REVENUE: -8_500 },
  },
  'a deposit goes back, and the rest is owed no more': {
    payments: [{ amount: 2_000 }],
    lines: [
      ['REFUND', 2_000],
      ['WITHDRAWAL', 6_500],
    ],
    books: {},
  },
  'a deposit that the fee takes up is kept': {
    policy: { windows: LATE },
    payments: [{ amount: 2_000 }],
    lines: [['WITHDRAWAL', 6_500]],
    books: { GATEWAY_CLEARING: 2_000, REVENUE: -2_000 },
  },
  'in parts: the fee is kept of the first': {
    policy: { windows: LATE },
    payments: [{ amount: 5_000 }, { amount: 3_500, method: CASH }],
    lines: [
      ['REFUND', 750],
      ['HAND_BACK', 3_500],
    ],
    books: { GATEWAY_CLEARING: 7_750, REVENUE: -7_750 },
  },
}

test.each(Object.entries(CASES))(
  '%s: a dry run shows it, and the cancellation does it',
  async (_, it) => {
    const { lines, books } = it
    const opened = await openCase(api, it)
    const lined = lines.map(([step, amount]) => ({ step, amount, currency: 'EUR' }))
    const before = await booksOf(opened.client)
    expect(await opened.cancel(true)).toEqual(lined)
    expect(await booksOf(opened.client)).toEqual(before)
    expect(await opened.cancel()).toEqual(lined)
    await opened.follow()
    await opened.follow()
    expect(await outcomeOf(opened)).toEqual(lined)
    expect(await booksOf(opened.client)).toEqual(books)
  },
)

describe('later changes', () => {
  test('a payment captured after the cancellation is refunded', async () => {
    const it = await openCase(api, { payments: [] })
    const paymentId = await it.begin()
    expect(await it.cancel()).toEqual([])
    await it.follow()
    expect(await it.followUp()).toMatchObject({ status: 'ACTIVE', waitingOn: 'the gateway' })
    await it.capture(paymentId)
    await it.follow()
    expect(await it.order()).toMatchObject({ status: 'REFUNDED' })
    expect(await it.followUp()).toMatchObject({ status: 'COMPLETED' })
    expect(await booksOf(it.client)).toEqual({})
  })

  test('a refund refused by the gateway needs attention, and the step can be repeated', async () => {
    const it = await openCase(api, { payments: IN_FULL })
    await it.cancel()
    await it.follow('refund_declined')
    expect(await it.asked()).toEqual([['refused-1', expect.stringContaining('another way')]])
    const { id } = await it.followUp()
    const again = await it.client.post(`/v1/follow-ups/${id}/steps/refused-1/run-now`)
    expect(again.status).toBe(202)
    await it.follow('refund_declined')
    expect((await it.asked()).map(([step]) => step)).toEqual(['refused-1'])
    await create(it.client, `/v1/payments/${it.paymentIds[0]}/refunds`, { reason: 'Once more.' })
    await it.answerRefunds()
    await it.follow()
    expect((await it.refunds()).map(({ status }) => status)).toEqual([
      'SUCCEEDED',
      'FAILED',
      'FAILED',
    ])
    expect(await it.asked()).toEqual([])
    expect(await it.order()).toMatchObject({ status: 'REFUNDED' })
    const { body } = await it.client.get<{ status: string }>(`/v1/follow-ups/${id}`)
    expect(body.status).toBe('COMPLETED')
  })

  test('a decision is settled once a person refunded it', async () => {
    const it = await openCase(api, {
      policy: { prepaid: 'DECIDE', windows: [] },
      payments: IN_FULL,
    })
    await it.cancel()
    await it.follow()
    expect(await it.asked()).toEqual([['decide', expect.stringContaining(it.paymentIds[0]!)]])
    await it.giveBack(it.paymentIds[0]!)
    await it.answerRefunds()
    await it.follow()
    expect(await it.asked()).toEqual([])
  })

  test('a waived fee is refunded like the rest', async () => {
    const it = await openCase(api, { policy: { windows: LATE }, payments: IN_FULL })
    await it.cancel()
    await it.follow()
    api.clock.advance(60_000)
    const waived = await it.verb('waive-fee', { reason: 'The child was in hospital.' })
    expect(waived.status).toBe(200)
    await it.follow()
    expect((await it.refunds()).map(({ amount }) => amount)).toEqual([4_250, 4_250])
    expect(await it.order()).toMatchObject({ status: 'REFUNDED' })
    expect(await booksOf(it.client)).toEqual({})
  })

  test('an appointment that takes place after all keeps what was not refunded', async () => {
    const it = await openCase(api, { payments: IN_FULL })
    await it.verb('no-show', { absentParty: 'PROVIDER' })
    await it.verb('undo')
    await it.follow()
    expect(await it.refunds()).toEqual([])
    expect(await it.followUp()).toMatchObject({ status: 'CANCELLED' })
  })
})

test('the dry run shows the reversal of a settled share, and the next settlement makes it', async () => {
  const it = await openCase(api, { policy: { windows: LATE }, payments: IN_FULL })
  const { ctx, providerId } = it
  const shares = { platform: { percent: 10 }, provider: { percent: 70 }, centre: { percent: 20 } }
  const agreed = { recognition: 'PAYMENT' as const, startsOn: '2026-01-01' }
  const terms = { currency: 'EUR', ...agreed, shares }
  await createSplitTerms(ctx, CreateSplitTerms.parse(terms))
  await payTo(ctx, providerId, 'acct_sandbox_ok')
  const settlement = {
    id: (await createSettlement(ctx, { providerId, paymentIds: it.paymentIds })).id!,
  }
  const another = { kind: 'SYSTEM', id: 'another', permissions: 'all' } as const
  await approveSettlement({ ...ctx, actor: another }, settlement)
  const result = { outcome: 'SUCCEEDED', reference: 'r' } as const
  await recordTransfer(ctx, { ...settlement, step: 'transfer', result })
  await completeSettlement(ctx, settlement)

  const lines = [
    { step: 'REFUND', amount: 4_250, currency: 'EUR' },
    { step: 'REVERSAL', amount: 2_975, currency: 'EUR' },
  ]
  expect(await it.cancel(true)).toEqual(lines)
  expect(await it.cancel()).toEqual(lines)
  await it.follow()
  const { steps } = await it.followUp()
  expect(steps.map(({ step, status }) => [step, status])).toEqual([
    ['refund-1', 'DONE'],
    ['reversal-1', 'DONE'],
  ])
  expect(steps[1]!.outcome).toContain('2975 from the provider')
  const period = { startsOn: '2026-11-01', endsOn: '2026-11-23' }
  const next = await createSettlement(ctx, { providerId, ...period, dryRun: true })
  expect(next).toMatchObject({ reversals: 1, provider: -2_975, platform: -425, carriedOut: -2_975 })
})

test('undoing a no-show refunds its paid fee on request, with the permission', async () => {
  const policy = { windows: [], noShowFee: { percent: 100 } }
  const it = await openCase(api, { policy, payments: [] })
  const marked = await it.verb<{ fee: { orderId: string } }>('no-show', { absentParty: 'CLIENT' })
  const { orderId } = marked.body.fee
  const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' }
  const { id } = await create(it.client, '/v1/payments', { orderId, paymentMethod })
  expect(refusal(await it.verb('undo', { refundFee: true }))).toEqual([409, 'payment_in_flight'])
  await it.capture(id)
  expect(refusal(await it.verb('undo'))).toEqual([409, 'fee_paid'])
  const scheduler = await api.createClient(it.client.tenantId, { scopes: ['bookings'] })
  const path = `/v1/appointments/${it.appointmentId}/undo`
  expect((await scheduler.post(path, { refundFee: true })).status).toBe(403)
  const undone = await it.verb<{ status: string }>('undo', { refundFee: true })
  expect(undone.body).toMatchObject({ status: 'CONFIRMED', fee: null })
  expect(await it.refunds()).toMatchObject([{ paymentId: id, amount: 8_500 }])
  await it.answerRefunds()
  expect((await it.client.get(`/v1/orders/${orderId}`)).body).toMatchObject({ status: 'REFUNDED' })
})
