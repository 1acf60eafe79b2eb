import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlatformPayout } from '#payouts/platform-payouts/schemas.ts'
import { create, refusal, type Page } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { openMarket } from '../settlements/market.ts'

/** The platform's share of settlements is paid once, by two people, and then nothing is owed. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const PATH = '/v1/marketplace/platform-payouts'
const BODY = { reference: 'Invoice 1' }
type Market = Awaited<ReturnType<typeof openMarket>>
const approve = ({ approver }: Market, id: string) =>
  approver.post<PlatformPayout>(`${PATH}/${id}/approve`)
const draft = ({ client }: Market) => client.post<PlatformPayout>(PATH, BODY)

test('a payout clears what the platform is owed, and later reversals are deducted from the next one', async () => {
  const market = await openMarket(api)
  await market.terms()
  expect(refusal(await draft(market))).toEqual([409, 'nothing_to_settle'])
  const first = await market.pay(10_000)
  const settlements = []
  for (const id of [first, await market.pay(2_000)])
    settlements.push(await market.payOut((await market.settle([id])).id))
  expect((await market.books())['PLATFORM_PAYABLE']).toBe(-1_200)

  const preview = await market.client.post<PlatformPayout>(`${PATH}?dryRun=true`, BODY)
  expect(preview.body).toMatchObject({ dryRun: true, id: null, amount: 1_200, settlements: 2 })
  const { id } = await create(market.client, PATH, BODY)
  expect(refusal(await draft(market))).toEqual([409, 'settlement_in_progress'])
  const { body: listed } = await market.client.get<Page>(
    `/v1/marketplace/settlements?platformPayoutId=${id}`,
  )
  expect(listed.data).toHaveLength(2)
  expect((await approve(market, id)).body).toMatchObject({
    status: 'PAID',
    amount: 1_200,
    reference: 'Invoice 1',
  })
  expect(refusal(await approve(market, id))).toEqual([409, 'invalid_transition'])
  expect(await market.books()).toMatchObject({ PLATFORM_PAYABLE: 0, PLATFORM_SHARE: 1_200 })
  expect(refusal(await draft(market))).toEqual([409, 'nothing_to_settle'])

  await market.refund(first, 10_000)
  await market.payOut((await market.settle([await market.pay(3_000)])).id)
  expect((await market.books())['PLATFORM_PAYABLE']).toBe(700)
  expect(refusal(await draft(market))).toEqual([409, 'nothing_to_settle'])
  await market.payOut((await market.settle([await market.pay(12_000)])).id)
  const next = await create(market.client, PATH, BODY)
  expect(next).toMatchObject({ amount: 500, settlements: 2 })
  await approve(market, next.id)
  expect((await market.books())['PLATFORM_PAYABLE']).toBe(0)
})

test('the shares of a cancelled draft can be paid by another one, at the same time only once', async () => {
  const market = await openMarket(api)
  await market.terms()
  await market.payOut((await market.settle([await market.pay(10_000)])).id)
  const { id } = await create(market.client, PATH, BODY)
  expect((await market.client.post(`${PATH}/${id}/cancel`)).status).toBe(200)
  const answers = await Promise.all([draft(market), draft(market), draft(market)])
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
})
