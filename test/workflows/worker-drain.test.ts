import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { workflowIdOf } from '#registry/workflows.ts'
import { createOrder } from '#billing/orders/create-order.ts'
import { createPayment } from '#billing/payments/create-payment.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { startReceiver } from '../support/receivers.ts'
import { eventually } from './support.ts'
import { DELIVERIES, emit, openWorld, UNFINISHED } from './world.ts'

const RECEIVER_MS = 400
/** More than is delivered meanwhile, so that the first worker is busy when it is told to end. */
const EVENTS_PER_ROUND = 40
const ROUND_MS = 200

test(
  'a worker that is told to end hands its endpoints back: nothing is lost, nothing comes twice',
  { timeout: 180_000 },
  async () => {
    await using world = await openWorld()
    const { ctx, query, startWorker } = world
    const first = await startWorker('first')
    const arrivals: number[] = []
    await using receiver = await startReceiver(async (response) => {
      arrivals.push(performance.now())
      await sleep(RECEIVER_MS)
      response.writeHead(204).end()
    })
    await createEndpoint(ctx, { url: receiver.url, eventTypes: ['*'] })
    let events = 0
    const keepBusy = async (until: Promise<unknown>) => {
      const over = until.then(() => true)
      do {
        await emit(ctx, EVENTS_PER_ROUND)
        events += EVENTS_PER_ROUND
      } while (!(await Promise.race([over, sleep(ROUND_MS, false)])))
    }
    // As in a rolling restart: the next is there before the first is told to end.
    await keepBusy(startWorker('second'))
    expect(receiver.requests.length).toBeGreaterThan(0)
    const stoppedAt = performance.now()
    process.kill(first.pid, 'SIGTERM')
    await keepBusy(first.exited)
    expect(await first.exited).toBe('exit code 0')
    const endedAt = performance.now()

    await eventually(async () => (await query(UNFINISHED)).length === 0, {
      timeoutMs: 60_000,
      what: 'the delivery of all events',
    })
    expect(receiver.requests).toHaveLength(events)
    expect(await query(DELIVERIES)).toEqual([
      { status: 'SUCCEEDED', attempts: 1, recorded: 1, deliveries: events },
    ])
    const gapMs = Math.max(...arrivals.map((at, index) => (arrivals[index + 1] ?? at) - at))
    // A lease that nobody hands back is missed only when its heartbeat times out, after 6 s.
    expect(gapMs).toBeLessThan(5_000)
    console.log(
      `ended ${Math.round(endedAt - stoppedAt)} ms after SIGTERM, longest pause ${Math.round(gapMs)} ms`,
    )
  },
)

test(
  'an activity that cannot be handed back is finished before its worker ends',
  { timeout: 180_000 },
  async () => {
    await using world = await openWorld()
    const { ctx, childId, client, owner, query, startWorker } = world
    const worker = await startWorker('only')
    const lines = [{ description: 'Report', quantity: 1, unitAmount: 4_500 }]
    const { id: orderId } = await createOrder(ctx, { childId, lines })
    // Its activity gets as far as settling the payment, and waits there for the order.
    const payment = await createPayment(ctx, { orderId, method: 'card_ok' })
    await owner.query('BEGIN')
    await owner.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [orderId])
    await eventually(async () => (await query(WAITING)).length > 0, { what: 'the activity' })
    process.kill(worker.pid, 'SIGTERM')
    await sleep(1_500)
    await owner.query('COMMIT')
    expect(await worker.exited).toBe('exit code 0')

    const subject = { tenantId: ctx.tenantId, subjectId: payment.id }
    const handle = client.workflow.getHandle(workflowIdOf('paymentCapture', subject))
    const { events } = await handle.fetchHistory()
    const completed = events?.filter((it) => it.activityTaskCompletedEventAttributes)
    expect(completed).toHaveLength(1)
    const started = events?.find((it) => it.activityTaskStartedEventAttributes)
    expect(started?.activityTaskStartedEventAttributes?.attempt).toBe(1)
    expect(await query(`SELECT status FROM payments`)).toEqual([{ status: 'SUCCEEDED' }])

    await startWorker('next')
    await handle.result()
  },
)

/** Sessions of the worker that wait for a lock on a row. */
const WAITING = `SELECT FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`
