import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reserve } from '#payouts/reserves/schemas.ts'
import { exportSettlementPdf } from '#payouts/settlements/export-settlement-pdf.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { create, refusal } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { payTo } from '../payout-accounts/pay-to.ts'
import { openMarket } from '../settlements/market.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const AT = '/v1/marketplace/reserves'

const reservesOf = async (market: Awaited<ReturnType<typeof openMarket>>, query: string) =>
  (await market.client.get<{ data: Reserve[] }>(`${AT}?${query}`)).body.data

test('a reserve is held back and released after the agreed days, and every cent is paid once', async () => {
  const market = await openMarket(api)
  await market.terms({ reserve: { percent: 5, days: 30 } })
  const one = await market.settle([await market.pay(10_000), await market.pay(101)])
  expect(one).toMatchObject({ provider: 7_071, withheld: 353, released: 0, payout: 6_718 })
  const [draft] = await reservesOf(market, `settlementId=${one.id}`)
  expect(draft).toMatchObject({ status: 'HELD', amount: 353, releasesOn: null, reason: null })
  expect(refusal(await market.client.post(`${AT}/${draft!.id}/release`))).toEqual([
    409,
    'invalid_transition',
  ])
  await market.payOut(one.id)
  expect(await reservesOf(market, `settlementId=${one.id}`)).toMatchObject([
    { status: 'HELD', releasesOn: '2026-12-24' },
  ])
  expect((await market.books())['PROVIDER_PAYABLE']).toBe(-353)

  const { body } = await market.client.post<Reserve>(`${AT}/${draft!.id}/release`)
  expect(body).toMatchObject({ status: 'DUE', releasesOn: '2026-11-24' })
  const nothing = market.request({ startsOn: '2026-10-01', endsOn: '2026-10-31' })
  const two = await create(market.client, '/v1/marketplace/settlements', nothing)
  expect(two).toMatchObject({ payments: 0, gross: 0, released: 353, payout: 353 })
  expect(await market.payOut(two.id)).toMatchObject({ status: 'PAID' })
  expect((await market.books())['PROVIDER_PAYABLE']).toBe(0)
  expect(await reservesOf(market, 'status=RELEASED')).toMatchObject([{ released: 353 }])
  expect(await reservesOf(market, 'status=HELD,DUE')).toEqual([])
  expect(refusal(await market.client.post('/v1/marketplace/settlements', nothing))).toEqual([
    409,
    'nothing_to_settle',
  ])
})

test('debts of a provider are deducted from reserves, and a cancelled settlement deducts nothing', async () => {
  const market = await openMarket(api)
  await market.terms()
  const paid = await market.pay(10_000)
  const holdBack = { amount: 3_000, days: 60, reason: 'A complaint is looked into.' }
  const one = await market.settle([paid], { holdBack })
  expect(one).toMatchObject({ withheld: 3_000, payout: 4_000 })
  await market.payOut(one.id)

  await market.refund(paid, 4_000)
  const off = await market.settle([await market.pay(1_000)])
  expect(off).toMatchObject({ provider: 700 - 2_800, released: 2_100, payout: 0, carriedOut: 0 })
  expect(await reservesOf(market, '')).toMatchObject([{ released: 2_100, status: 'HELD' }])
  await market.client.post(market.path(off.id, 'cancel'))
  expect(await reservesOf(market, '')).toMatchObject([{ released: 0 }])

  await payTo(market.ctx, market.providerId, 'acct_sandbox_payout_declined')
  const declined = await market.settle([await market.pay(8_000)], {
    holdBack: { ...holdBack, amount: 100 },
  })
  expect(await market.payOut(declined.id)).toMatchObject({ status: 'FAILED', withheld: 100 })
  expect(await reservesOf(market, '')).toMatchObject([{ released: 0, amount: 3_000 }])
  expect((await market.books())['PROVIDER_PAYABLE']).toBe(-3_000)
})

test('the days of a reserve follow the calendar of the centre', async () => {
  const market = await openMarket(api)
  await market.terms({ reserve: { percent: 10, days: 1 } })
  const one = await market.settle([await market.pay(1_000)])
  await market.payOut(one.id)
  api.clock.advance(DAY_MS)
  const later = await api.createClient(market.client.tenantId)
  const { body } = await later.get<{ data: Reserve[] }>(`${AT}?status=DUE`)
  expect(body.data).toMatchObject([{ amount: 70, status: 'DUE' }])
  api.clock.advance(-DAY_MS)
})

test('a higher monthly total changes the shares per payment, however it is settled', async () => {
  const market = await openMarket(api)
  const shares = (platform: number, provider: number) => ({
    platform: { percent: platform },
    provider: { percent: provider },
    centre: { percent: 100 - platform - provider },
  })
  const tiers = [{ threshold: 10_000, shares: shares(5, 90) }]
  await market.terms({ shares: shares(10, 70), tiers })
  const ids = [await market.pay(9_999), await market.pay(1), await market.pay(1_000)]
  // Its month has 10,000 before the last one, even if that is settled alone, and after a refund.
  await market.refund(ids[0]!, 9_000)
  const last = await market.settle([ids[2]!])
  expect(last).toMatchObject({ provider: 900, platform: 50, centre: 50 })
  await market.payOut(last.id)
  const rest = await market.settle(ids.slice(0, 2))
  expect(rest).toMatchObject({ gross: 1_000, provider: 700 })
  const uneven = {
    currency: 'EUR',
    startsOn: '2026-02-01',
    shares: shares(10, 70),
    tiers: [...tiers, ...tiers],
  }
  expect(refusal(await market.client.post('/v1/marketplace/split-terms', uneven))).toEqual([
    400,
    'validation_failed',
    'tiers.1.threshold: not_ascending',
  ])
})

test('the statement explains the payout and names no family', async () => {
  const market = await openMarket(api)
  await market.terms({ reserve: { percent: 5, days: 30 } })
  const holdBack = { amount: 100, days: 60, reason: 'A complaint is looked into.' }
  const { id } = await market.settle([await market.pay(10_000)], { holdBack })
  const file = await market.client.get(market.path(id, 'statement.pdf'))
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toContain(`${id}.pdf`)
  const { platform } = api.services
  const ctx = systemContext(platform, { tenantId: market.client.tenantId, action: 'test' })
  const pdf = await getDocumentProxy(await exportSettlementPdf(ctx, { id }))
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
  for (const part of ['100.00', '70.00', '-4.50', '65.50 EUR', 'A complaint is looked into.'])
    expect(text).toContain(part)
  expect(text).not.toMatch(/Weiss|Emma/)
})

test('the database counts held and released amounts', async () => {
  const market = await openMarket(api)
  await market.terms({ reserve: { percent: 5, days: 30 } })
  const { id } = await market.settle([await market.pay(10_000)])
  const change = (set: string) => api.query(`UPDATE ${set}`, [id])
  await expect(
    change('settlements SET withheld_minor = 1, payout_minor = payout_minor + 349 WHERE id = $1'),
  ).rejects.toThrow(/does not count/)
  await expect(
    change('reserves SET amount_minor = amount_minor - 1 WHERE settlement_id = $1'),
  ).rejects.toThrow(/does not count/)
  await expect(change('reserves SET released_minor = 1 WHERE settlement_id = $1')).rejects.toThrow(
    /does not count/,
  )
  await expect(
    change('reserves SET released_minor = amount_minor + 1 WHERE settlement_id = $1'),
  ).rejects.toThrow(/check constraint/)
})
