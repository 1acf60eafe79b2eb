import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DraftSettlement } from '#payouts/settlements/schemas.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
} from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { openMarket } from './market.ts'

/** A settlement shares what was delivered: visits that took place, and fees that the centre kept. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

type Market = Awaited<ReturnType<typeof openMarket>>

/** All that was paid and delivered until yesterday; the clock is at 24 November 2026. */
const preview = (market: Market, more = {}) =>
  market.client.post<DraftSettlement>(
    '/v1/marketplace/settlements?dryRun=true',
    market.request({ startsOn: '2026-11-01', endsOn: '2026-11-24', ...more }),
  )

/** A market on the first day; then the day after, so that the period has ended. */
const openToday = () => {
  api.clock.set('2026-11-24T09:00:00+01:00')
  return openMarket(api)
}
const NEXT_DAY = '2026-11-25T09:00:00+01:00'
const DAY_AFTER = '2026-11-26T09:00:00+01:00'

const latePolicy = ({ client }: Market, percent: number) =>
  create(client, '/v1/cancellation-policies', {
    name: 'Late',
    windows: [{ notice: 'P30D', fee: { percent } }],
    prepaid: 'DECIDE',
  })

/** The payment of a visit that the family cancelled. */
const cancelled = async (market: Market): Promise<string> => {
  const { appointmentId, orderId } = await market.visit(10_000)
  const paymentId = await market.payPart(orderId)
  const json = { initiator: 'CLIENT', reason: 'Ill' }
  await market.client.post(`/v1/appointments/${appointmentId}/cancel`, json)
  return paymentId
}

test('a paid visit waits visibly until it is completed, and the next settlement shares it once', async () => {
  const market = await openToday()
  await market.terms()
  const [done, waits] = [await market.pay(10_000), await market.visit(6_000)]
  const paid = await market.payPart(waits.orderId)
  expect(
    refusal(
      await market.client.post(
        '/v1/marketplace/settlements',
        market.request({ paymentIds: [paid] }),
      ),
    ),
  ).toEqual([409, 'payment_not_delivered'])

  await market.at(NEXT_DAY)
  const { body } = await preview(market)
  expect(body).toMatchObject({ gross: 10_000, payments: 1, waiting: 6_000, waitingPayments: 1 })
  const period = { startsOn: '2026-11-01', endsOn: '2026-11-24' }
  const first = await create(market.client, '/v1/marketplace/settlements', market.request(period))
  expect(first).toMatchObject({ gross: 10_000, waiting: 6_000, waitingPayments: 1 })
  const { body: lines } = await market.client.get<Page>(market.path(first.id, 'lines'))
  expect(lines.data).toMatchObject([
    {
      paymentId: done,
      recognition: 'DELIVERY',
      recognizedAt: expect.stringMatching(/^2026-11-24T08:/),
    },
  ])
  await market.payOut(first.id)
  expect(await market.books()).toMatchObject({ PROVIDER_SHARE: 7_000, PROVIDER_PAYABLE: 0 })

  // Paid in the period before, delivered in this one.
  await market.client.post(`/v1/appointments/${waits.appointmentId}/complete`)
  await market.at(DAY_AFTER)
  const then = { startsOn: '2026-11-25', endsOn: '2026-11-25' }
  expect((await preview(market, then)).body).toMatchObject({
    gross: 6_000,
    payments: 1,
    waiting: 0,
  })
  const second = await create(market.client, '/v1/marketplace/settlements', market.request(then))
  await market.payOut(second.id)
  expect(refusal(await preview(market, { ...then, startsOn: '2026-11-01' }))).toEqual([
    409,
    'nothing_to_settle',
  ])
  expect(await market.books()).toMatchObject({ PROVIDER_SHARE: 11_200, PROVIDER_PAYABLE: 0 })
})

test('terms may share what is paid before the visit, and their lines say so', async () => {
  const market = await openToday()
  expect(await market.terms()).toMatchObject({ recognition: 'DELIVERY' })
  await market.terms({ startsOn: '2026-02-01', recognition: 'PAYMENT' })
  const { orderId } = await market.visit(6_000)
  const { id } = await market.settle([await market.payPart(orderId)])
  const { body } = await market.client.get<Page>(market.path(id, 'lines'))
  expect(body.data).toMatchObject([{ recognition: 'PAYMENT', gross: 6_000 }])
})

test.each([
  ['a fee, after the rest was refunded', 20, 8_000, [2_000, 0]],
  ['nothing, after all was refunded', 0, 10_000, [0, 0]],
  ['nothing yet, while the rest is not refunded', 20, 0, [null, 10_000]],
  ['a fee of the whole price', 100, 0, [10_000, 0]],
])(
  'of a cancelled visit, a settlement shares %s',
  async (_, percent, refunded, [gross, waiting]) => {
    const market = await openToday()
    await market.terms()
    await latePolicy(market, percent)
    const paymentId = await cancelled(market)
    if (refunded > 0) await market.refund(paymentId, refunded)
    await market.at(NEXT_DAY)
    const answer = await preview(market)
    if (gross === null) {
      expect(refusal(answer)).toEqual([409, 'nothing_to_settle'])
      await market.pay(500)
      await market.at(DAY_AFTER)
      const more = await preview(market, { endsOn: '2026-11-25' })
      expect(more.body).toMatchObject({ gross: 500, waiting, waitingPayments: 1 })
    } else expect(answer.body).toMatchObject({ gross, waiting, waitingPayments: 0 })
  },
)

test('a refund of a cancelled visit that comes back is owed to the family, not shared again', async () => {
  const market = await openToday()
  await market.terms()
  await latePolicy(market, 20)
  const paymentId = await cancelled(market)
  const refundId = await market.refund(paymentId, 8_000)
  const first = await market.settle([paymentId])
  expect(first).toMatchObject({ gross: 2_000, payments: 1, reversals: 1 })
  await market.payOut(first.id)

  await market.comeBack(refundId)
  const second = await market.settle([await market.pay(700)])
  expect(second).toMatchObject({ gross: 700, restorations: 0 })
  await market.payOut(second.id)

  // Refunded in another way, nothing more is shared or reversed.
  await market.refund(paymentId, 8_000)
  const third = await market.settle([await market.pay(300)])
  expect(third).toMatchObject({ gross: 300, restorations: 1, reversals: 1 })
  await market.payOut(third.id)
  expect(await market.books()).toMatchObject({ PROVIDER_SHARE: 2_100, PROVIDER_PAYABLE: 0 })
})

test('a place in a group is shared when the child has attended', async () => {
  const market = await openToday()
  const { client } = market
  await market.terms()
  const { id: locationId } = await newLocation(client, { name: 'Pool' })
  const { id: providerId } = await newProvider(client, { name: 'Bea', locationIds: [locationId] })
  const { id: serviceId } = await newService(client, { code: 'POOL', capacity: 3, amount: 4_000 })
  const group = await create(client, '/v1/group-appointments', {
    providerId,
    serviceId,
    startsAt: '2026-12-20T10:00:00+01:00',
  })
  const places: { appointmentId: string; paymentId: string }[] = []
  for (const firstName of ['Mia', 'Leo']) {
    const { id: childId } = await newChild(client, { firstName })
    const answer = await client.post<{ id: string }>(
      `/v1/group-appointments/${group.id}/attendees`,
      { childId },
    )
    expect(answer.status).toBe(201)
    const { id: orderId } = await create(client, '/v1/orders', { appointmentId: answer.body.id })
    places.push({ appointmentId: answer.body.id, paymentId: await market.payPart(orderId) })
  }
  await market.complete(places[0]!.appointmentId)
  const asked = (index: number) =>
    client.post<DraftSettlement>('/v1/marketplace/settlements?dryRun=true', {
      providerId,
      paymentIds: [places[index]!.paymentId],
    })
  expect((await asked(0)).body).toMatchObject({ gross: 4_000 })
  expect(refusal(await asked(1))).toEqual([409, 'payment_not_delivered'])
})
