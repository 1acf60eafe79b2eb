import { expect, test } from 'vitest'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { newId } from '#platform/core/records/ids.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { WORKFLOWS, workflowIdOf, type WorkflowName } from '#registry/workflows.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { TASK_QUEUE, taskQueueOf } from '../../workflows/task-queues.ts'
import { respond, startReceiver } from '../support/receivers.ts'
import { eventually } from '../workflows/support.ts'
import { emit, openWorld, UNFINISHED } from '../workflows/world.ts'

/** Workflows waiting for a worker when it starts. */
const FLOOD = 600
const DAY_MS = 86_400_000

type World = Awaited<ReturnType<typeof openWorld>>

/** Starts workflows about missing records, and counts those that ended before an instant. */
const flood = async ({ client, ctx: { tenantId } }: World, kind: WorkflowName) => {
  const subjects = Array.from({ length: FLOOD }, () =>
    newId(kind === 'webhookCourier' ? 'webhookEndpoint' : 'message'),
  )
  const start = async () => {
    for (let subjectId = subjects.pop(); subjectId; subjectId = subjects.pop()) {
      const input = { tenantId, subjectId }
      const workflowId = workflowIdOf(kind, input)
      await client.workflow.start(kind, {
        taskQueue: taskQueueOf(WORKFLOWS[kind]),
        workflowId,
        args: [input],
      })
    }
  }
  await Promise.all(Array.from({ length: 16 }, start))
  return async (instant: Date) => {
    const query = `WorkflowType = '${kind}' AND CloseTime < '${instant.toISOString()}'`
    return (await client.workflow.count(query)).count
  }
}

test('hundreds of waiting couriers do not delay a reminder', async () => {
  await using world = await openWorld()
  const { ctx, childId, providerId, query, startWorker } = world
  const first = await startWorker('first')
  const startsAt = new Date(Date.now() + 5 * DAY_MS)
  const booking = { childId, providerId, type: 'THERAPY_SESSION', startsAt } as const
  await createAppointment(ctx, booking)
  const [reminder] = await eventually(async () => {
    const rows = await query<{ followUpId: string }>(REMINDERS)
    return rows.length === 1 && rows
  })
  process.kill(first.pid, 'SIGTERM')
  await first.exited
  const endedBefore = await flood(world, 'webhookCourier')
  await runStepNow(ctx, { id: reminder!.followUpId, step: 'reminder-2h' })

  await startWorker('second')
  const [done] = await eventually(async () => {
    const rows = await query<{ happenedAt: Date }>(`${REMINDERS} AND status <> 'SCHEDULED'`)
    return rows.length === 1 && rows
  })
  expect(await endedBefore(done!.happenedAt)).toBeLessThan(FLOOD / 2)
})

test('hundreds of waiting workflows do not delay a webhook', async () => {
  await using world = await openWorld()
  const { ctx, query, startWorker } = world
  const arrivals: Date[] = []
  await using receiver = await startReceiver((...exchange) => {
    arrivals.push(new Date())
    return respond(204)(...exchange)
  })
  await createEndpoint(ctx, { url: receiver.url, eventTypes: ['*'] })
  const endedBefore = await flood(world, 'messageDelivery')
  await emit(ctx, 3)

  await startWorker('only')
  await eventually(async () => (await query(UNFINISHED)).length === 0)
  expect(arrivals).toHaveLength(3)
  expect(await endedBefore(arrivals.at(-1)!)).toBeLessThan(FLOOD / 2)
})

test('a courier started on the general queue is served there', async () => {
  await using world = await openWorld()
  const { ctx, query, client, startWorker } = world
  await using receiver = await startReceiver(respond(204))
  const endpoint = await createEndpoint(ctx, { url: receiver.url, eventTypes: ['*'] })
  const input = { tenantId: ctx.tenantId, subjectId: endpoint.id }
  const workflowId = workflowIdOf('webhookCourier', input)
  const taskQueue = TASK_QUEUE
  await client.workflow.start('webhookCourier', { taskQueue, workflowId, args: [input] })
  await emit(ctx, 3)
  await startWorker('only')
  await eventually(async () => (await query(UNFINISHED)).length === 0)
  expect(receiver.requests).toHaveLength(3)
  await client.workflow.getHandle(workflowId).result()
})

const REMINDERS = `
  SELECT follow_up_id AS "followUpId", happened_at AS "happenedAt" FROM follow_up_steps WHERE step = 'reminder-2h' AND follow_up_id IN
    (SELECT id FROM follow_ups WHERE kind = 'appointmentLifecycle')`
