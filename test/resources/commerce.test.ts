import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { getPaymentToCapture } from '#payments/payments/queries.ts'
import type { GatewayAnswer, GatewayResult } from '../../providers/payments/gateway.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import {
  create,
  newAppointment,
  newChild,
  newClient,
  refusal,
  type Page,
  type Resource,
} from './centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const LINES = [
  { description: 'Report', quantity: 2, unitAmount: 4500 },
  { description: 'Postage', quantity: 1, unitAmount: 250 },
]

const newOrder = async (client: ApiClient, more = {}) =>
  create(client, '/v1/orders', { childId: (await newChild(client)).id, lines: LINES, ...more })

const asWorkflow = ({ tenantId }: ApiClient) =>
  systemContext(api.services.platform, { tenantId, action: 'settlePayment', workflowId: 'w' })

const settle = (client: ApiClient, id: string, result: GatewayAnswer) =>
  settlePayment(asWorkflow(client), { id, result })

const outboxOf = (subjectId: string) =>
  api.query<{ kind: string; type: string; payload: object }>(
    'SELECT kind, type, payload FROM outbox WHERE subject_id = $1 ORDER BY seq',
    [subjectId],
  )

const SUCCEEDED: GatewayResult = { outcome: 'SUCCEEDED', reference: 'sandbox_1' }
const DECLINED: GatewayResult = { outcome: 'FAILED', failureCode: 'card_declined' }

describe('orders', () => {
  test('of an appointment use the name and price of its service, and its billing guardian', async () => {
    const client = await api.createTenant()
    const appointment = await newAppointment(client)
    const { id: clientId } = await newClient(client)
    await create(client, '/v1/guardianships', {
      childId: appointment['childId'],
      clientId,
      relationship: 'mother',
      billing: true,
    })
    const order = await create(client, '/v1/orders', { appointmentId: appointment.id })
    expect(order).toMatchObject({
      childId: appointment['childId'],
      clientId,
      appointmentId: appointment.id,
      status: 'OPEN',
      amount: 8500,
      currency: 'EUR',
      lines: [{ description: 'Therapy session', quantity: 1, unitAmount: 8500 }],
    })
    expect((await client.get(`/v1/orders/${order.id}`)).body).toEqual(order)
    for (const query of ['status=OPEN', `appointmentId=${appointment.id}`, `clientId=${clientId}`])
      expect((await client.get<Page>(`/v1/orders?${query}`)).body.data).toEqual([order])
    expect((await client.get<Page>('/v1/orders?status=PAID')).body.data).toEqual([])
  })

  test('can be created once per appointment, and again after a cancellation', async () => {
    const client = await api.createTenant()
    const { id: appointmentId } = await newAppointment(client)
    const { id } = await create(client, '/v1/orders', { appointmentId })
    expect(refusal(await client.post('/v1/orders', { appointmentId }))).toEqual([
      409,
      'already_exists',
      'appointmentId: already_exists',
    ])
    expect((await client.post(`/v1/orders/${id}/cancel`)).body).toMatchObject({
      status: 'CANCELLED',
    })
    await create(client, '/v1/orders', { appointmentId })
  })

  test('cannot be created for a cancelled appointment', async () => {
    const client = await api.createTenant()
    const { id: appointmentId } = await newAppointment(client)
    await client.post(`/v1/appointments/${appointmentId}/cancel`, {
      initiator: 'CLIENT',
      reason: 'ill',
    })
    expect(refusal(await client.post('/v1/orders', { appointmentId }))).toEqual([
      409,
      'appointment_not_chargeable',
    ])
  })

  test('with lines have their sum and keep their order', async () => {
    const client = await api.createTenant()
    const order = await newOrder(client)
    expect(order).toMatchObject({ amount: 9250, currency: 'EUR', clientId: null, lines: LINES })
    expect((await client.get(`/v1/orders/${order.id}`)).body).toEqual(order)
  })

  test.each([
    [{}, 'childId: required'],
    [{ lines: [{ description: 'X', quantity: 0, unitAmount: 1 }] }, 'lines.0.quantity: too_small'],
    [{ lines: [] }, 'lines: too_few'],
    [{ lines: [{ description: 'X', quantity: 1, amount: 1 }] }, 'lines.0.unitAmount: required'],
  ])('%j is refused: %s', async (json, issue) => {
    const client = await api.createTenant()
    expect(refusal(await client.post('/v1/orders', json))).toContain(issue)
  })
})

describe('payments', () => {
  test('start as PROCESSING with a workflow that captures and settles them', async () => {
    const client = await api.createTenant()
    const order = await newOrder(client)
    const payment = await create(client, '/v1/payments', {
      orderId: order.id,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    expect(payment).toMatchObject({
      orderId: order.id,
      status: 'PROCESSING',
      amount: 9250,
      currency: 'EUR',
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
      settledAt: null,
    })

    const capture = await getPaymentToCapture(asWorkflow(client), payment)
    const settled = await settle(client, payment.id, await createSandboxGateway().capture(capture))
    expect(settled).toMatchObject({
      status: 'SUCCEEDED',
      gatewayReference: `sandbox_${payment.id}`,
      settledAt: expect.any(String),
    })
    expect((await client.get(`/v1/payments/${payment.id}`)).body).toEqual(settled)
    expect((await client.get(`/v1/orders/${order.id}`)).body).toMatchObject({ status: 'PAID' })
    expect(await outboxOf(payment.id)).toEqual([
      { kind: 'workflow', type: 'paymentCapture', payload: { action: 'start' } },
      {
        kind: 'event',
        type: 'payment.succeeded',
        payload: {
          paymentId: payment.id,
          orderId: order.id,
          amount: 9250,
          currency: 'EUR',
          childId: order.childId,
          purpose: 'SERVICE',
        },
      },
    ])
  })

  test.each([
    ['SUCCEEDED', SUCCEEDED, 'PAID'],
    ['failed', DECLINED, 'OPEN'],
  ])('settled twice as %s are settled once', async (_, result, orderStatus) => {
    const client = await api.createTenant()
    const order = await newOrder(client)
    const { id } = await create(client, '/v1/payments', {
      orderId: order.id,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    const [first, second] = await Promise.all([
      settle(client, id, result),
      settle(client, id, result),
    ])
    expect(second).toEqual(first)
    expect(await settle(client, id, result)).toEqual(first)
    expect((await outboxOf(id)).filter((row) => row.kind === 'event')).toHaveLength(1)
    expect((await client.get(`/v1/orders/${order.id}`)).body).toMatchObject({ status: orderStatus })
  })

  test('refuse a result that contradicts the first', async () => {
    const client = await api.createTenant()
    const { id: orderId } = await newOrder(client)
    const { id } = await create(client, '/v1/payments', {
      orderId,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    await settle(client, id, SUCCEEDED)
    await expect(settle(client, id, DECLINED)).rejects.toMatchObject({ code: 'payment_settled' })
  })

  test('of an order are limited to one in flight, another after a decline, and none once it is paid', async () => {
    const client = await api.createTenant()
    const { id: orderId } = await newOrder(client)
    const pay = () =>
      client.post<Resource>('/v1/payments', {
        orderId,
        paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
      })

    const rush = await Promise.all(Array.from({ length: 8 }, pay))
    const started = rush.filter((answer) => answer.status === 201)
    expect(started).toHaveLength(1)
    expect(rush.filter((answer) => answer.status === 409)).toHaveLength(7)
    expect(refusal(await client.post(`/v1/orders/${orderId}/cancel`))).toEqual([
      409,
      'payment_in_flight',
    ])

    await settle(client, started[0]!.body.id, DECLINED)
    const second = await pay()
    expect(second.status).toBe(201)
    await settle(client, second.body.id, SUCCEEDED)
    expect(refusal(await pay())).toEqual([409, 'invalid_transition'])
    expect(refusal(await client.post(`/v1/orders/${orderId}/cancel`))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('do not deadlock when settling and paying happen together', async () => {
    const client = await api.createTenant()
    const { id: orderId } = await newOrder(client)
    for (let round = 0; round < 10; round += 1) {
      const { id } = await create(client, '/v1/payments', {
        orderId,
        paymentMethod: { type: 'CARD', id: 'pm_sandbox_declined' },
      })
      await Promise.all([
        settle(client, id, DECLINED),
        client
          .post('/v1/payments', { orderId, paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' } })
          .then(async ({ body, status }) => {
            if (status === 201) await settle(client, (body as Resource).id, DECLINED)
          }),
      ])
    }
    const { body } = await client.get<Page>(`/v1/payments?orderId=${orderId}&limit=100`)
    expect(body.data.length).toBeGreaterThanOrEqual(10)
    expect(new Set(body.data.map(({ status }) => status))).toEqual(new Set(['FAILED']))
  })

  test('are filtered by status, order and time', async () => {
    const client = await api.createTenant()
    const { id: orderId } = await newOrder(client)
    const { id } = await create(client, '/v1/payments', {
      orderId,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    const found = async (query: string) =>
      (await client.get<Page>(`/v1/payments?${query}`)).body.data.map((it) => it.id)
    expect(await found('status=PROCESSING')).toEqual([id])
    expect(await found('status=FAILED')).toEqual([])
    expect(await found(`orderId=${orderId}`)).toEqual([id])
    expect(await found('createdAt[gte]=2026-11-01T00:00:00Z')).toEqual([id])
    expect(await found('createdAt[lt]=2026-11-01T00:00:00Z')).toEqual([])
  })

  test('cannot be made for an order of another centre', async () => {
    const [client, stranger] = await Promise.all([api.createTenant(), api.createTenant()])
    const { id: orderId } = await newOrder(client)
    expect(
      refusal(
        await stranger.post('/v1/payments', {
          orderId,
          paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
        }),
      ),
    ).toEqual([400, 'invalid_reference', 'orderId: invalid_reference'])
  })
})

describe('refunds', () => {
  const reason = 'The therapist was ill.'

  /** A captured payment of 9250. */
  const captured = async (client: ApiClient): Promise<Resource> => {
    const { id: orderId } = await newOrder(client)
    const payment = await create(client, '/v1/payments', {
      orderId,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    await settle(client, payment.id, SUCCEEDED)
    return payment
  }
  const refund = (client: ApiClient, id: string, json: object = {}, query = '') =>
    client.post<Resource>(`/v1/payments/${id}/refunds${query}`, { reason, ...json })
  const settleIt = (client: ApiClient, id: string, result: GatewayResult) =>
    settleRefund(asWorkflow(client), { id, result })
  const amountRefunded = async (client: ApiClient, id: string) =>
    (await client.get<Resource>(`/v1/payments/${id}`)).body['amountRefunded']

  test('start as PROCESSING with a workflow, and a dry run returns the same without effect', async () => {
    const client = await api.createTenant()
    const { id } = await captured(client)
    const rehearsed = await refund(client, id, { amount: 4_000 }, '?dryRun=true')
    expect(rehearsed.body).toMatchObject({
      dryRun: true,
      id: null,
      amount: 4_000,
      refundable: 5_250,
    })
    expect(await amountRefunded(client, id)).toBe(0)

    const { body } = await refund(client, id, { amount: 4_000 })
    expect(body).toMatchObject({
      dryRun: false,
      paymentId: id,
      status: 'PROCESSING',
      amount: 4_000,
      currency: 'EUR',
      reason,
      settledAt: null,
      refundable: 5_250,
    })
    expect(await amountRefunded(client, id)).toBe(4_000)
    expect(await outboxOf(body.id)).toEqual([
      { kind: 'workflow', type: 'paymentRefund', payload: { action: 'start' } },
    ])
    const { dryRun: _, refundable: __, ...shown } = body
    expect((await client.get(`/v1/refunds/${body.id}`)).body).toEqual(shown)
    for (const query of ['status=PROCESSING', `paymentId=${id}`])
      expect((await client.get<Page>(`/v1/refunds?${query}`)).body.data).toEqual([shown])
  })

  test('never exceed the payment, even in simultaneous requests', async () => {
    const client = await api.createTenant()
    const { id } = await captured(client)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refund(client, id, { amount: 3_000 })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    const refused = await refund(client, id, { amount: 251 })
    expect(refusal(refused)).toEqual([409, 'refund_exceeds_payment'])
    expect(refused.body).toMatchObject({ refundable: 250 })
    expect((await refund(client, id)).body).toMatchObject({ amount: 250, refundable: 0 })
    expect(refusal(await refund(client, id))).toEqual([409, 'refund_exceeds_payment'])
  })

  test('can be repeated after a failure', async () => {
    const client = await api.createTenant()
    const { id, orderId } = await captured(client)
    const first = await refund(client, id)
    await settleIt(client, first.body.id, { outcome: 'FAILED', failureCode: 'refund_declined' })
    expect(await amountRefunded(client, id)).toBe(0)
    const second = await refund(client, id)
    await settleIt(client, second.body.id, SUCCEEDED)
    await expect(settleIt(client, first.body.id, SUCCEEDED)).rejects.toMatchObject({
      code: 'payment_settled',
    })
    expect((await client.get(`/v1/orders/${orderId as string}`)).body).toMatchObject({
      status: 'REFUNDED',
    })
  })

  test('are possible for captured payments only', async () => {
    const client = await api.createTenant()
    const { id: orderId } = await newOrder(client)
    const payment = await create(client, '/v1/payments', {
      orderId,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    expect(refusal(await refund(client, payment.id))).toEqual([409, 'invalid_transition'])
    await settle(client, payment.id, DECLINED)
    expect(refusal(await refund(client, payment.id))).toEqual([409, 'invalid_transition'])
  })

  test.each([
    [{ amount: 0 }, 'amount: too_small'],
    [{ amount: 1.5 }, 'amount: invalid_type'],
    [{ reason: '' }, 'reason: too_short'],
  ])('%j is refused: %s', async (json, issue) => {
    const client = await api.createTenant()
    const { id } = await captured(client)
    expect(refusal(await refund(client, id, json))).toContain(issue)
  })

  test('of the order of an appointment allow another order', async () => {
    const client = await api.createTenant()
    const { id: appointmentId } = await newAppointment(client)
    const { id: orderId } = await create(client, '/v1/orders', { appointmentId })
    const { id } = await create(client, '/v1/payments', {
      orderId,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    await settle(client, id, SUCCEEDED)
    expect(refusal(await client.post('/v1/orders', { appointmentId }))[0]).toBe(409)
    await settleIt(client, (await refund(client, id)).body.id, SUCCEEDED)
    await create(client, '/v1/orders', { appointmentId })
  })

  test('that a payment does not count cannot be committed', async () => {
    const client = await api.createTenant()
    const { id } = await captured(client)
    const { body } = await refund(client, id, { amount: 1_000 })
    for (const statement of [
      `UPDATE refunds SET amount_minor = 2000 WHERE id = '${body.id}'`,
      `UPDATE payments SET refunded_minor = 0 WHERE id = '${id}'`,
      `UPDATE payments SET refunded_minor = 9251 WHERE id = '${id}'`,
    ])
      await expect(api.query(statement), statement).rejects.toThrow(
        /does not count|payments_refunded/,
      )
  })
})
