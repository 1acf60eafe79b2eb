import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSettlement } from '#payouts/settlements/queries.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { openTill, type Till } from '../../payments/support.ts'
import { settleAppointment } from './settle-appointment.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till[Symbol.asyncDispose]())

let days = 20
const settle = async (account: string) => {
  const { childId, providerId } = till.centre
  const pay = async (orderId: string) => (await till.pay('pm_sandbox_ok', orderId)).id
  const startsAt = new Date(Date.now() + (days += 1) * DAY_MS)
  const id = await settleAppointment(till.ctx, {
    childId,
    providerId,
    startsAt,
    account,
    pay,
  })
  await (await till.workflowOf('settlementPayout', id)).result()
  return getSettlement(till.ctx, { id })
}
const typesOf = async (id: string) => (await till.eventsOf(id)).map(({ type }) => type).toSorted()

test('an approved settlement is transferred, paid out and announced', async () => {
  const paid = await settle('acct_sandbox_ok')
  expect(paid).toMatchObject({ status: 'PAID', payout: 7_000, settledAt: expect.any(String) })
  expect(await typesOf(paid.id)).toEqual(['settlement.approved', 'settlement.paid'])
})

test('a refused payout reverses the transfer and fails the settlement', async () => {
  const failed = await settle('acct_sandbox_payout_declined')
  expect(failed).toMatchObject({ status: 'FAILED', failureCode: 'payout_declined' })
  expect(await typesOf(failed.id)).toEqual(['settlement.approved', 'settlement.failed'])
})

test('a gateway that was unavailable is asked again with the same key', async () => {
  const { id, status } = await settle('acct_sandbox_timeout_once')
  expect(status).toBe('PAID')
  expect(await till.attemptsOf('settlementPayout', id)).toBe(2)
})
