import { settlePayment } from '#payments/payments/settle-payment.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../support/api.ts'
import { advance, aFamily, ask, scheduled, newOrder, shown } from './erasure-family.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

test('the retention policy has the legal defaults, changes within bounds, and decides how long records stay', async () => {
  const { centre, child } = await aFamily(api)
  const { body } = await centre.get<object>('/v1/retention-policy')
  expect(body).toMatchObject({ clinicalYears: 10, childUntilAge: 25, financialYears: 8 })
  for (const patch of [{ clinicalYears: 2 }, { financialYears: 16 }, { childUntilAge: 17 }])
    expect((await centre.patch('/v1/retention-policy', patch)).status).toBe(400)
  const clinicalEnd = async () => {
    const plan = await ask(centre, { childId: child.id }, '?dryRun=true')
    return plan.body.retention.find(({ rule }) => rule === 'CLINICAL')!
  }
  // Born on 30 April 2021; midnight in the centre’s time zone.
  expect((await clinicalEnd()).endsAt).toBe('2046-04-29T22:00:00.000Z')
  await centre.patch('/v1/retention-policy', { childUntilAge: null })
  expect(await clinicalEnd()).toMatchObject({
    endsAt: '2036-11-20T09:45:00.000Z',
    basis: expect.stringContaining('10 years after the last contact (§ 630f'),
  })
})

test('payment records are deleted before the clinical record, each after its own retention', async () => {
  const { centre, child } = await aFamily(api)
  const order = await newOrder(centre, child.id)
  const { body: payment } = await centre.post<{ id: string }>('/v1/payments', {
    orderId: order.id,
    paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
  })
  const { tenantId } = centre
  const ctx = systemContext(api.services.platform, { tenantId, action: 'settlePayment' })
  await settlePayment(ctx, { id: payment.id, result: { outcome: 'SUCCEEDED', reference: 'pi_1' } })
  const { id } = await scheduled(api, centre, { childId: child.id, graceDays: 0 })
  // Eight calendar years from the end of 2026; midnight in the centre’s time zone.
  const [paid, clinical] = ['2034-12-31T23:00:00.000Z', '2046-04-29T22:00:00.000Z']
  const bill = async () => {
    const [row] = await api.query<{
      description: string
      reference: string | null
      amount: number
    }>(
      `SELECT l.description, p.gateway_reference AS reference, p.amount_minor AS amount
       FROM order_lines l JOIN payments p ON p.order_id = l.order_id WHERE l.order_id = $1`,
      [order.id],
    )
    return row
  }
  const now = api.clock.now()
  try {
    expect(await advance(api, centre, id)).toEqual({ step: 'erase', dueAt: paid })
    expect((await shown(centre, id)).retained.map(({ rule, endsAt }) => [rule, endsAt])).toEqual([
      ['FINANCIAL', paid],
      ['CLINICAL', clinical],
      ['LAST', clinical],
    ])
    expect(await bill()).toEqual({ description: 'Session', reference: 'pi_1', amount: 100 })
    api.clock.set('2034-12-31T23:00:01Z')
    expect(await advance(api, centre, id)).toEqual({ step: 'erase', dueAt: clinical })
    // Revenue is still counted.
    expect(await bill()).toEqual({ description: '[erased]', reference: null, amount: 100 })
    api.clock.set('2046-04-29T22:00:01Z')
    expect(await advance(api, centre, id)).toBeNull()
  } finally {
    api.clock.set(now)
  }
  expect(await shown(centre, id)).toMatchObject({
    status: 'COMPLETED',
    erased: { order_lines: 1, payments: 1, session_notes: 1 },
  })
})
