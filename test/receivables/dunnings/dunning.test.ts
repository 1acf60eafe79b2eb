import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import type { Dunning } from '#receivables/dunnings/schemas.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { create, refusal, type Page, type Resource } from '../../resources/centre.ts'

let api: TestApi
const BEGIN = '2026-11-24T08:00:00.000Z'
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const ENTITY = {
  numberPrefix: 'SUN',
  name: 'Sunrise Therapy GmbH',
  address: { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' },
  email: 'billing@sunrise.example',
  vatId: 'DE123456789',
  dunningLevels: [
    { daysAfterDue: 7, text: null, fee: null },
    { daysAfterDue: 21, text: 'Please pay.', fee: { amount: 500, currency: 'EUR' } },
  ],
}

interface Invoiced {
  client: ApiClient
  payerId: string
  orderId: string
  invoiceId: string
}

/** An invoice for 9,500, due on 8 December. */
const invoiced = async (entity: object = {}): Promise<Invoiced> => {
  api.clock.set(BEGIN)
  const client = await api.createTenant()
  await create(client, '/v1/legal-entities', { ...ENTITY, ...entity })
  const { id: payerId } = await create(client, '/v1/payers', {
    kind: 'INSURER',
    name: 'Insurance North',
    email: 'claims@north.example',
    daysUntilDue: 14,
  })
  const lines = [{ description: 'Report', quantity: 1, unitAmount: 9_500 }]
  const { id: orderId } = await create(client, '/v1/orders', { payerId, lines })
  const { id: invoiceId } = await create(client, '/v1/invoices', { orderIds: [orderId] })
  expect((await client.post(`/v1/invoices/${invoiceId}/issue`)).status).toBe(200)
  return { client, payerId, orderId, invoiceId }
}

const dunningOf = async (it: Invoiced): Promise<Dunning> => {
  const { client, invoiceId } = await later(it)
  const { body } = await client.get<Page>(`/v1/dunnings?invoiceId=${invoiceId}`)
  return body.data[0] as unknown as Dunning
}

/** Runs the steps due at a time, each twice. */
const carryOut = async ({ client, invoiceId: subjectId }: Invoiced, at: string) => {
  api.clock.set(at)
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'runStep' })
  const ref = { kind: 'invoiceDunning', subjectId } as const
  const steps: string[] = []
  for (;;) {
    const { next } = await planSteps(ctx, ref)
    if (!next || new Date(next.dueAt) > ctx.platform.clock.now()) return steps
    const step = { ...ref, step: next.step, dueAt: new Date(next.dueAt) }
    const outcome = await runStep(ctx, step)
    steps.push(`${next.step} ${outcome?.status}`)
    expect(await runStep(ctx, step)).toBeNull()
  }
}

/** The same with a new token, because time has passed. */
const later = async (it: Invoiced): Promise<Invoiced> => ({
  ...it,
  client: await api.createClient(it.client.tenantId),
})

const stepsOf = async (it: Invoiced) => {
  const { client, invoiceId } = await later(it)
  const { body } = await client.get<Page>(`/v1/follow-ups?subjectId=${invoiceId}`)
  const [followUp] = body.data as unknown as {
    steps: { step: string; status: string; dueAt: string }[]
  }[]
  return followUp!.steps.map(({ step, status, dueAt }) => `${step} ${status} ${dueAt.slice(0, 10)}`)
}

const pay = async ({ client }: Invoiced, orderId: string) => {
  const payment = await create(client, '/v1/payments', {
    orderId,
    paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
  })
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'settlePayment' })
  await settlePayment(ctx, { id: payment.id, result: { outcome: 'SUCCEEDED', reference: 'r' } })
}

const eventsOf = async ({ client }: Invoiced) => {
  const rows = await api.query<{ type: string; payload: { reason?: string; level?: number } }>(
    `SELECT type, payload FROM outbox WHERE kind = 'event' AND tenant_id = $1
       AND type LIKE 'dunning.%' ORDER BY seq`,
    [client.tenantId],
  )
  return rows.map(({ type, payload }) => [
    type,
    ...[payload.reason ?? payload.level].filter(Boolean),
  ])
}

describe('an unpaid invoice', () => {
  test('sends reminders level by level, with a fee, and a task after the last', async () => {
    const it = await invoiced()
    const { payerId, invoiceId } = it
    expect(await carryOut(it, '2026-12-15T07:59:00Z')).toEqual([])
    expect(await stepsOf(it)).toEqual([
      'reminder-1 SCHEDULED 2026-12-15',
      'reminder-2 SCHEDULED 2026-12-29',
    ])
    expect(await carryOut(it, '2026-12-15T08:00:00Z')).toEqual(['reminder-1 DONE'])
    expect(await carryOut(it, '2026-12-29T08:00:00Z')).toEqual(['reminder-2 DONE'])
    const { client: caller } = await later(it)
    const dunning = await dunningOf(it)
    expect(dunning).toMatchObject({
      status: 'ACTIVE',
      reminders: [
        { level: 1, amountDue: 9_500, feeOrderId: null },
        { level: 2, amountDue: 9_500, feeOrderId: expect.stringMatching(/^ord_/) },
      ],
    })
    const fee = await caller.get(`/v1/orders/${dunning.reminders[1]!.feeOrderId}`)
    expect(fee.body).toMatchObject({
      purpose: 'DUNNING_FEE',
      payerId,
      amount: 500,
      lines: [{ kind: 'FEE', description: expect.stringContaining('Reminder 2 of invoice SUN-') }],
    })
    const mails = await caller.get<Page>(`/v1/messages?subjectId=${invoiceId}`)
    expect(mails.body.data).toMatchObject([
      { step: 'reminder-2', template: 'invoice.overdue', recipientType: 'PAYER', status: 'QUEUED' },
      { step: 'reminder-1' },
    ])
    const asked = await caller.get<Page>('/v1/follow-ups?actionRequired=true')
    expect(asked.body.data).toMatchObject([{ subjectId: invoiceId }])
    expect(await eventsOf(it)).toEqual([
      ['dunning.reminded', 1],
      ['dunning.reminded', 2],
    ])
  })

  test('keeps the distance between its levels if the first one is late', async () => {
    const it = await invoiced()
    expect(await carryOut(it, '2026-12-31T09:00:00Z')).toEqual(['reminder-1 DONE'])
    expect(await stepsOf(it)).toEqual([
      'reminder-1 DONE 2026-12-15',
      'reminder-2 SCHEDULED 2027-01-14',
    ])
  })

  test('uses the terms at its issue, and sends nothing without terms', async () => {
    const it = await invoiced({ dunningLevels: [] })
    const { body } = await it.client.get<Page>('/v1/legal-entities')
    const { dunningLevels } = ENTITY
    await it.client.patch(`/v1/legal-entities/${body.data[0]!.id}`, { dunningLevels })
    expect(await carryOut(it, '2027-02-01T08:00:00Z')).toEqual([])
  })

  test('has levels in ascending order', async () => {
    const client = await api.createTenant()
    const [first] = ENTITY.dunningLevels
    const answer = await client.post('/v1/legal-entities', {
      ...ENTITY,
      dunningLevels: [first, first],
    })
    expect(refusal(answer)[2]).toBe('dunningLevels.1.daysAfterDue: too_small')
  })
})

describe('reminders for an unpaid invoice', () => {
  test('stop once the invoice is paid', async () => {
    const it = await invoiced()
    await carryOut(it, '2026-12-15T08:00:00Z')
    const { client } = await later(it)
    await pay({ ...it, client }, it.orderId)
    expect(await dunningOf(it)).toMatchObject({
      status: 'STOPPED',
      stopReason: 'PAID',
    })
    expect(await carryOut(it, '2026-12-29T08:00:00Z')).toEqual([])
    expect(await eventsOf(it)).toEqual([
      ['dunning.reminded', 1],
      ['dunning.stopped', 'PAID'],
    ])
    const { client: caller } = await later(it)
    const held = await caller.post(`/v1/dunnings/${(await dunningOf(it)).id}/hold`, {
      reason: 'OTHER',
    })
    expect(refusal(held).slice(0, 2)).toEqual([409, 'invalid_transition'])
  })

  test('stop once the invoice is credited, even while they are on hold', async () => {
    const it = await invoiced()
    const { id } = await dunningOf(it)
    await create200(it, `/v1/dunnings/${id}/hold`, { reason: 'DISPUTED', note: 'Not ours.' })
    await it.client.post(`/v1/invoices/${it.invoiceId}/credit`, { reason: 'Not theirs.' })
    expect(await dunningOf(it)).toMatchObject({
      status: 'STOPPED',
      stopReason: 'CREDITED',
      holdReason: null,
    })
    expect(await eventsOf(it)).toEqual([
      ['dunning.held', 'DISPUTED'],
      ['dunning.stopped', 'CREDITED'],
    ])
  })

  test('stop once the invoice is written off, which the ledger records as a loss', async () => {
    const it = await invoiced()
    const { client, invoiceId, orderId } = it
    const reason = 'They are insolvent.'
    const after = await create200(it, `/v1/invoices/${invoiceId}/write-off`, { reason })
    expect(after).toMatchObject({ status: 'ISSUED', amount: 9_500, amountDue: 0 })
    expect((await client.get(`/v1/orders/${orderId}`)).body).toMatchObject({
      status: 'WRITTEN_OFF',
    })
    expect(await dunningOf(it)).toMatchObject({ stopReason: 'WRITTEN_OFF', stopNote: reason })
    const accounts = await client.get<Page>('/v1/ledger-accounts')
    const balances = accounts.body.data.map(({ kind, balance }) => [kind, balance])
    expect(Object.fromEntries(balances)).toEqual({
      RECEIVABLE: 0,
      REVENUE: -9_500,
      BAD_DEBT: 9_500,
    })
    const again = await client.post(`/v1/invoices/${invoiceId}/write-off`, { reason })
    expect(refusal(again)).toEqual([409, 'nothing_to_write_off'])
    const paid = await client.post('/v1/payments', {
      orderId,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    expect(paid.status).toBe(409)
    expect(await eventsOf(it)).toEqual([['dunning.stopped', 'WRITTEN_OFF']])
  })

  test('stop while a person holds them, and continue on the day after the release', async () => {
    const it = await invoiced()
    const { id } = await dunningOf(it)
    const past = await it.client.post(`/v1/dunnings/${id}/hold`, {
      reason: 'DISPUTED',
      resumesOn: '2026-11-24',
    })
    expect(refusal(past)[2]).toBe('resumesOn: too_small')
    await create200(it, `/v1/dunnings/${id}/hold`, { reason: 'DISPUTED' })
    expect(await carryOut(it, '2026-12-20T08:00:00Z')).toEqual([])
    const { client } = await later(it)
    const followUps = await client.get<Page>(`/v1/follow-ups?subjectId=${it.invoiceId}`)
    expect(followUps.body.data).toMatchObject([{ status: 'ACTIVE', waitingOn: 'held: DISPUTED' }])
    await create200({ client }, `/v1/dunnings/${id}/resume`)
    expect(await carryOut(it, '2026-12-20T20:00:00Z')).toEqual([])
    expect(await carryOut(it, '2026-12-21T08:00:00Z')).toEqual(['reminder-1 DONE'])
  })

  test('stop until a given day, and then continue automatically', async () => {
    const it = await invoiced()
    const { id } = await dunningOf(it)
    await create200(it, `/v1/dunnings/${id}/hold`, {
      reason: 'PAYMENT_PLAN',
      resumesOn: '2027-01-10',
    })
    expect(await carryOut(it, '2027-01-10T08:00:00Z')).toEqual(['resume DONE'])
    expect(await carryOut(it, '2027-01-11T08:00:00Z')).toEqual(['reminder-1 DONE'])
    expect(await eventsOf(it)).toEqual([
      ['dunning.held', 'PAYMENT_PLAN'],
      ['dunning.resumed'],
      ['dunning.reminded', 1],
    ])
  })
})

const create200 = async ({ client }: { client: ApiClient }, path: string, body: object = {}) => {
  const answer = await client.post<Resource>(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

test('the database requires a reason for a status, and no reminder beyond the levels', async () => {
  const it = await invoiced()
  const { id } = await dunningOf(it)
  for (const change of [
    `status = 'HELD'`,
    `status = 'STOPPED'`,
    `stop_reason = 'PAID'`,
    `reminders = '[1, 2, 3]'`,
  ])
    await expect(api.query(`UPDATE dunnings SET ${change} WHERE id = $1`, [id])).rejects.toThrow(
      'dunnings_check',
    )
})
