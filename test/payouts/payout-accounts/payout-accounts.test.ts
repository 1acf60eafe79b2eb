import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PayoutAccount } from '#payouts/payout-accounts/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { getSettlementToPay } from '#payouts/settlements/queries.ts'
import { create, newProvider, refusal, type Page } from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { openMarket } from '../settlements/market.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const OK = 'DE89370400440532013000'
const OTHER = 'GB29NWBK60161331926819'

const openCentre = async () => {
  const client = await api.createTenant()
  const another = await joinAs(api, client, { roles: ['OWNER'] })
  const { id: providerId } = await newProvider(client, { email: 'ana@example.com' })
  const account = (iban = OK) =>
    create(client, '/v1/payout-accounts', { providerId, holder: 'Ana Ruiz', iban })
  const decide = (by: Pick<ApiClient, 'post'>, id: string, verb: string, body?: object) =>
    by.post<PayoutAccount>(`/v1/payout-accounts/${id}/${verb}`, body)
  const verified = async (iban?: string) => {
    const { id } = await account(iban)
    return (await decide(another, id, 'verify')).body
  }
  const get = async (id: string) =>
    (await client.get<PayoutAccount>(`/v1/payout-accounts/${id}`)).body
  return { client, another, providerId, account, decide, verified, get }
}

test('an account is verified by another person, its number is stored encrypted, and the provider is notified', async () => {
  const { client, another, account, decide, get } = await openCentre()
  const made = await account('de89 3704 0044 0532 0130 00')
  expect(made).toMatchObject({
    status: 'PENDING',
    kind: 'IBAN',
    country: 'DE',
    numberHint: '…3000',
    payableAt: null,
  })
  expect(refusal(await decide(client, made.id, 'verify'))).toEqual([403, 'second_person_required'])
  const { body } = await decide(another, made.id, 'verify')
  expect(body).toMatchObject({ status: 'VERIFIED', payableAt: body.decidedAt })
  expect(JSON.stringify(await get(made.id))).not.toContain('0532013000')
  const kept = await api.query<{ rows: string }>(
    `SELECT jsonb_agg(to_jsonb(a))::text || (SELECT jsonb_agg(to_jsonb(o))::text FROM outbox o WHERE o.tenant_id = a.tenant_id)
       || (SELECT jsonb_agg(to_jsonb(e))::text FROM audit_entries e WHERE e.tenant_id = a.tenant_id) AS rows
     FROM payout_accounts a WHERE tenant_id = $1 GROUP BY tenant_id`,
    [client.tenantId],
  )
  expect(kept[0]!.rows).not.toContain('0532013000')
  const { body: told } = await client.get<Page>(`/v1/messages?subjectId=${made.id}`)
  expect(told.data.map(({ template }) => template)).toEqual(Array(2).fill('payout_account.changed'))
})

test('only one account can wait for verification at a time, and a rejected one leaves the current account in place', async () => {
  const { client, another, providerId, account, decide, verified, get } = await openCentre()
  const first = await verified()
  const { id } = await account(OTHER)
  const second = { providerId, holder: 'Ana Ruiz', iban: OK }
  const refused = await client.post('/v1/payout-accounts', second)
  expect(refusal(refused)).toEqual([409, 'already_exists'])
  const rejected = await decide(another, id, 'reject', { reason: 'Not theirs.' })
  expect(rejected.body).toMatchObject({ status: 'REJECTED', rejectionReason: 'Not theirs.' })
  expect(refusal(await decide(another, id, 'verify'))).toEqual([409, 'invalid_transition'])
  expect(await get(first.id)).toMatchObject({ status: 'VERIFIED' })
  await account(OTHER)
})

test('the next account replaces the current one after a delay, even if one is withdrawn in between', async () => {
  const { client, verified, decide, get } = await openCentre()
  const first = await verified()
  const second = await verified(OTHER)
  expect(await get(first.id)).toMatchObject({ status: 'REPLACED' })
  const waits = ({ decidedAt, payableAt }: PayoutAccount) =>
    (Date.parse(payableAt!) - Date.parse(decidedAt!)) / DAY_MS
  expect(waits(second)).toBe(3)
  expect((await decide(client, second.id, 'withdraw')).body).toMatchObject({ status: 'WITHDRAWN' })
  await client.patch('/v1/organization', { payoutCoolingOffDays: 7 })
  expect(waits(await verified())).toBe(7)
})

test('two simultaneous verifications leave one account', async () => {
  const { client, another, account, decide } = await openCentre()
  const { id } = await account()
  const third = await joinAs(api, client, { roles: ['OWNER'] })
  const answers = await Promise.all([another, third].map((by) => decide(by, id, 'verify')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a settlement is approved and paid to the payable account, if one exists', async () => {
  const market = await openMarket(api)
  await market.terms()
  const { id } = await market.settle([await market.pay(1_000)])
  const { client, approver, providerId, payoutAccountId } = market
  await client.patch('/v1/organization', { payoutCoolingOffDays: 3 })
  const { body: account } = await client.post<PayoutAccount>('/v1/payout-accounts', {
    providerId,
    holder: 'Ana Ruiz',
    iban: OK,
  })
  await client.post(`/v1/payout-accounts/${payoutAccountId}/withdraw`)
  const refused = await market.approve(id)
  expect(refusal(refused)).toEqual([409, 'payout_account_not_payable'])
  expect(refused.body).toMatchObject({ payoutAccountId: null, payableAt: null })
  await approver.post(`/v1/payout-accounts/${account.id}/verify`)
  const early = await market.approve(id)
  expect(refusal(early)).toEqual([409, 'payout_account_not_payable'])
  expect(early.body).toMatchObject({ payoutAccountId: account.id })
  await api.query(`UPDATE payout_accounts SET payable_at = decided_at WHERE id = $1`, [account.id])
  expect((await market.approve(id)).body).toMatchObject({
    status: 'APPROVED',
    payoutAccountId: account.id,
  })
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  const { request } = await getSettlementToPay(ctx, { id })
  expect(request).toMatchObject({ payoutAccountId: OK, holder: 'Ana Ruiz' })
  expect(await market.payOut(id)).toMatchObject({ status: 'PAID' })
})
