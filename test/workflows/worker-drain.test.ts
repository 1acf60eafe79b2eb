import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { workflowIdOf } from '#registry/workflows.ts'
import { createOrder } from '#receivables/orders/create-order.ts'
import { createPayment } from '#payments/payments/create-payment.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { startReceiver } from '../support/receivers.ts'
import { eventually } from './support.ts'
import { DELIVERIES, emit, openWorld, UNFINISHED, WAITING } from './world.ts'

/** All in progress when the worker is told to stop. */
const UNDER_WAY = 4
/** Later work goes to another worker. */
const LATER = 40

test('a stopping worker hands its endpoints back without loss or duplicates', async () => {
  await using world = await openWorld()
  const { ctx, query, startWorker } = world
  // Like a rolling restart: the other one is up before the first is told to stop.
  const workers = await Promise.all([startWorker('one'), startWorker('other')])
  const [told, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using receiver = await startReceiver(async (response) => {
    await (receiver.requests.length > UNDER_WAY ? gone : told).promise
    response.writeHead(204).end()
  })
  const { id: subjectId } = await createEndpoint(ctx, { url: receiver.url, eventTypes: ['*'] })
  const workflowId = workflowIdOf('webhookCourier', { tenantId: ctx.tenantId, subjectId })
  await emit(ctx, UNDER_WAY)
  await eventually(async () => receiver.requests.length === UNDER_WAY, { what: 'the attempts' })
  const pid = await world.pidOfActivity(workflowId)
  const ending = workers.find((it) => it.pid === pid)!
  process.kill(pid, 'SIGTERM')
  await drains(ending)
  told.resolve()
  await emit(ctx, LATER)
  expect(await ending.exited).toBe('exit code 0')
  gone.resolve()

  await eventually(async () => (await query(UNFINISHED)).length === 0, {
    what: 'the delivery of all events',
  })
  const events = UNDER_WAY + LATER
  expect(receiver.requests).toHaveLength(events)
  expect(await query(DELIVERIES)).toEqual([
    { status: 'SUCCEEDED', attemptCount: 1, recorded: 1, deliveries: events },
  ])
  // A lease that is not handed back is taken over after its heartbeat timeout, as another attempt.
  const attempts = await eventually(async () => {
    const all = await world.activityAttempts(workflowId)
    return all.length > 1 && all
  })
  expect(attempts.filter((attempt) => attempt !== 1)).toEqual([])
})

test('a worker finishes an activity that cannot be handed back before it exits', async () => {
  await using world = await openWorld()
  const { ctx, childId, client, owner, query, startWorker } = world
  const worker = await startWorker('only')
  const lines = [{ description: 'Report', quantity: 1, unitAmount: 4_500 }]
  const { id: orderId } = await createOrder(ctx, { childId, lines })
  // Its activity reaches the settlement of the payment and waits for the order.
  const payment = await createPayment(ctx, {
    orderId,
    paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
  })
  await owner.query('BEGIN')
  await owner.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [orderId])
  await eventually(async () => (await query(WAITING)).length > 0, { what: 'the activity' })
  process.kill(worker.pid, 'SIGTERM')
  await drains(worker)
  expect(await query(WAITING)).not.toEqual([])
  await owner.query('COMMIT')
  expect(await worker.exited).toBe('exit code 0')

  const subject = { tenantId: ctx.tenantId, subjectId: payment.id }
  const workflowId = workflowIdOf('paymentCapture', subject)
  expect(await world.activityAttempts(workflowId)).toEqual([1])
  expect(await query(`SELECT status FROM payments`)).toEqual([{ status: 'SUCCEEDED' }])

  await startWorker('next')
  await client.workflow.getHandle(workflowId).result()
})

/** Waits until a worker accepts no more work and waits for its running tasks, according to the SDK's log. */
const drains = ({ logFile }: { logFile: string }) =>
  eventually(async () => readFileSync(logFile, 'utf8').includes('"state":"DRAINING"'), {
    what: 'the end of polling',
  })
