import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivities, type Activities } from '../../../activities/index.ts'
import type { OpenPlatform } from '#platform/core/platform.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { createOrder } from '#billing/orders/create-order.ts'
import { getOrder } from '#billing/orders/queries.ts'
import { createPayment } from '#billing/payments/create-payment.ts'
import { getPayment } from '#billing/payments/queries.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { createSandboxGateway } from '../../../providers/payments/sandbox.ts'
import { startRelay } from '../../../relay/relay.ts'
import { createDatabase, temporalAddress } from '../../support/servers.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
  type Centre,
} from '../../workflows/support.ts'

const page = { limit: 100, sort: '-createdAt' } as const

/** From the outbox through Temporal to the sandbox gateway, and back on record. */
describe('the capture of a payment', () => {
  const stack = new AsyncDisposableStack()
  let platform: OpenPlatform
  let centre: Centre
  let temporal: Awaited<ReturnType<typeof openNamespace>>
  let activities: Activities

  beforeAll(async () => {
    const database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database))
    centre = await createCentre(platform, database)
    temporal = stack.use(await openNamespace(platform, temporalAddress()))
    const deliveries = createTestDeliveries(platform)
    activities = createActivities({ platform, deliveries, gateway: createSandboxGateway() })
    const { namespace, client, connection } = temporal
    stack.use(await startTestWorkers(platform, deliveries, { connection, namespace }))
    stack.use(startRelay({ platform, systemUrl: database.systemUrl, client }))
  })
  afterAll(() => stack.disposeAsync())

  const order = async () => {
    const lines = [{ description: 'Report', quantity: 2, unitAmount: 4_500 }]
    return (await createOrder(centre.ctx, { childId: centre.childId, lines })).id
  }
  const subject = (id: string) => ({ tenantId: centre.tenantId, subjectId: id })
  /** Its workflow, once the relay has started it. */
  const workflowOf = async (id: string) => {
    const handle = temporal.client.workflow.getHandle(workflowIdOf('paymentCapture', subject(id)))
    await eventually(() => handle.describe().catch(() => undefined))
    return handle
  }
  const pay = async (token: string, orderId?: string) => {
    const { id } = await createPayment(centre.ctx, {
      orderId: orderId ?? (await order()),
      paymentMethod: { type: 'CARD', id: token },
    })
    await (await workflowOf(id)).result()
    return getPayment(centre.ctx, { id })
  }
  const eventsOf = async (subjectId: string) => {
    const { data } = await listEvents(centre.ctx, { ...page, subjectId })
    return data.map(({ type, data: facts }) => ({ type, facts }))
  }
  const captureAgain = (id: string) =>
    new MockActivityEnvironment().run(() => activities.capturePayment(subject(id)))

  test('succeeds, pays the order and tells once, also when the activity runs twice', async () => {
    const payment = await pay('pm_sandbox_ok')
    const { id, orderId } = payment
    expect(payment).toMatchObject({
      status: 'SUCCEEDED',
      gatewayReference: `sandbox_${id}`,
      failureCode: null,
      settledAt: expect.any(String),
    })
    const paid = await getOrder(centre.ctx, { id: orderId })
    expect(paid.status).toBe('PAID')

    await captureAgain(id)
    const facts = {
      paymentId: id,
      orderId,
      amount: 9_000,
      currency: 'EUR',
      childId: paid.childId,
      purpose: 'SERVICE',
    }
    expect(await eventsOf(id)).toEqual([{ type: 'payment.succeeded', facts }])
    expect(await getPayment(centre.ctx, { id })).toEqual(payment)
    expect(await getOrder(centre.ctx, { id: orderId })).toEqual(paid)
  })

  test('two captures at once settle once', async () => {
    const orderId = await order()
    const { id } = await createPayment(centre.ctx, {
      orderId,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    await Promise.all([
      captureAgain(id),
      captureAgain(id),
      workflowOf(id).then((it) => it.result()),
    ])
    expect(await eventsOf(id)).toMatchObject([{ type: 'payment.succeeded' }])
    expect((await getOrder(centre.ctx, { id: orderId })).status).toBe('PAID')
  })

  test('is declined: the order stays open and can be paid otherwise', async () => {
    const payment = await pay('pm_sandbox_declined')
    const { id, orderId } = payment
    expect(payment).toMatchObject({ status: 'FAILED', failureCode: 'card_declined' })
    expect((await getOrder(centre.ctx, { id: orderId })).status).toBe('OPEN')
    await captureAgain(id)
    expect(await eventsOf(id)).toMatchObject([
      { type: 'payment.failed', facts: { failureCode: 'card_declined' } },
    ])

    expect((await pay('pm_sandbox_ok', orderId)).status).toBe('SUCCEEDED')
    expect((await getOrder(centre.ctx, { id: orderId })).status).toBe('PAID')
  })

  test('is tried again when the gateway was away', async () => {
    const payment = await pay('pm_sandbox_timeout_once')
    expect(payment.status).toBe('SUCCEEDED')
    expect(await eventsOf(payment.id)).toMatchObject([{ type: 'payment.succeeded' }])
    const { events } = await (await workflowOf(payment.id)).fetchHistory()
    const attempts = events?.map((it) => it.activityTaskStartedEventAttributes?.attempt ?? 0)
    expect(Math.max(...(attempts ?? []))).toBe(2)
  })
})
