import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#people/clients/create-client.ts'
import { createCreditPayout } from '#payments/credit-payouts/create-credit-payout.ts'
import { getCreditPayout } from '#payments/credit-payouts/queries.ts'
import { prepayCredit } from '#payments/credits/prepay-credit.ts'
import { getCreditBalance, listCreditMovements } from '#payments/credits/queries.ts'
import { openTill, type Till } from '../support.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till[Symbol.asyncDispose]())

const newCredit = async () => {
  const { id: clientId } = await createClient(till.ctx, { name: 'Mara Weiss' })
  const money = { amount: 9_000, method: 'CASH', reference: 'Receipt 14' } as const
  return (await prepayCredit(till.ctx, { clientId, ...money })).id!
}

const REASON = 'The family moves away.'
const begin = (id: string, destination: string, amount?: number) =>
  createCreditPayout(till.ctx, {
    id,
    method: 'PAYOUT_ACCOUNT',
    destination,
    reason: REASON,
    ...(amount && { amount }),
  })

const payOut = async (creditId: string, destination: string) => {
  const id = (await begin(creditId, destination)).id!
  await (await till.workflowOf('creditPayout', id)).result()
  return getCreditPayout(till.ctx, { id })
}

const movementsOf = async (id: string) => {
  const page = { limit: 100, sort: 'createdAt' } as const
  const { data } = await listCreditMovements(till.ctx, { id, ...page })
  return data.map(({ kind, amount }) => [kind, amount])
}

const balanceOf = async (id: string) => (await getCreditBalance(till.ctx, { id })).balance

test('a payout of credit calls the gateway once, even if the activity runs twice', async () => {
  const creditId = await newCredit()
  const made = await payOut(creditId, 'acct_sandbox_ok')
  expect(made).toMatchObject({
    status: 'SUCCEEDED',
    amount: 9_000,
    gatewayReference: `sandbox_payout_${made.id}`,
  })
  await till.again('payOutCredit', made.id)
  expect(await movementsOf(creditId)).toEqual([
    ['PREPAID', 9_000],
    ['PAID_OUT', -9_000],
  ])
  expect(await till.eventsOf(made.id)).toMatchObject([
    { type: 'credit.paid_out', facts: { creditBalanceId: creditId, amount: 9_000, balance: 0 } },
  ])
})

test('a payout of credit becomes credit again if the gateway refuses it', async () => {
  const creditId = await newCredit()
  const failed = await payOut(creditId, 'acct_sandbox_payout_declined')
  expect(failed).toMatchObject({ status: 'FAILED', failureCode: 'payout_declined' })
  await till.again('payOutCredit', failed.id)
  expect(await movementsOf(creditId)).toEqual([
    ['PREPAID', 9_000],
    ['PAID_OUT', -9_000],
    ['RETURNED', 9_000],
  ])
  expect(await till.eventsOf(failed.id)).toMatchObject([
    { type: 'credit.payout_failed', facts: { failureCode: 'payout_declined', balance: 9_000 } },
  ])
})

test('a payout of credit is retried after the gateway was unavailable', async () => {
  const made = await payOut(await newCredit(), 'acct_sandbox_timeout_once')
  expect(made.status).toBe('SUCCEEDED')
  expect(await till.attemptsOf('creditPayout', made.id)).toBe(2)
})

test('simultaneous payouts of credit cannot exceed the balance, and a dry run shows the remainder', async () => {
  const creditId = await newCredit()
  const tried = await Promise.allSettled(
    [1, 2].map(() => begin(creditId, 'acct_sandbox_ok', 5_000)),
  )
  expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const cash = { method: 'CASH', destination: 'Receipt 15', reason: REASON } as const
  const preview = await createCreditPayout(till.ctx, { id: creditId, dryRun: true, ...cash })
  expect(preview).toMatchObject({ dryRun: true, id: null, amount: 4_000, balance: 0 })
  expect(await balanceOf(creditId)).toBe(4_000)
  const recorded = await createCreditPayout(till.ctx, { id: creditId, ...cash })
  expect(recorded).toMatchObject({ status: 'SUCCEEDED', gatewayReference: null, balance: 0 })
})
