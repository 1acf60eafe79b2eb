import { defaultPayloadConverter, type Payload } from '@temporalio/common'
import { tsToMs } from '@temporalio/common/lib/time.js'
import { temporal } from '@temporalio/proto'
import { expect, test } from 'vitest'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { EncryptionCodec } from '../../providers/temporal/index.ts'
import { startReceiver } from '../support/receivers.ts'
import { createGuardian, eventually } from './support.ts'
import { DELIVERIES, emit, openWorld, UNFINISHED, WAITING } from './world.ts'

const EVENTS = 300
/** The worker dies during this attempt and others. */
const KILLED_AT = 100

/** Only Temporal has to notice, by the missing heartbeat of the dead worker's tasks. */
test('another worker continues deliveries after a crash, with the same event ids', async () => {
  await using world = await openWorld()
  const { ctx, query, startWorker } = world
  const workers = await Promise.all([startWorker('one'), startWorker('other')])
  const atKill = Promise.withResolvers<void>()
  const killed = Promise.withResolvers<void>()
  await using receiver = await startReceiver(async (response) => {
    if (receiver.requests.length >= KILLED_AT) {
      atKill.resolve()
      await killed.promise
    }
    response.writeHead(204).end()
  })
  const { id: subjectId } = await createEndpoint(ctx, { url: receiver.url, eventTypes: ['*'] })
  const workflowId = workflowIdOf('webhookCourier', { tenantId: ctx.tenantId, subjectId })
  await emit(ctx, EVENTS)
  await atKill.promise
  const pid = await world.pidOfActivity(workflowId)
  process.kill(pid, 'SIGKILL')
  expect(await workers.find((it) => it.pid === pid)!.exited).toBe('ended by SIGKILL')
  expect(await query(UNFINISHED)).not.toEqual([])
  killed.resolve()

  await eventually(async () => (await query(UNFINISHED)).length === 0, {
    what: 'the delivery of all events',
  })
  const events = await query<{ id: string }>(`SELECT id FROM outbox WHERE kind = 'event'`)
  expect(events).toHaveLength(EVENTS)
  const received = Map.groupBy(receiver.requests, ({ headers }) => headers['webhook-id'])
  expect(new Set(received.keys())).toEqual(new Set(events.map(({ id }) => id)))
  for (const repeats of received.values()) {
    expect(new Set(repeats.map(({ body }) => body.toString())).size).toBe(1)
  }
  expect(receiver.requests.length).toBeGreaterThan(EVENTS)
  expect(await query(DELIVERIES)).toEqual([
    { status: 'SUCCEEDED', attemptCount: 1, recorded: 1, deliveries: EVENTS },
  ])

  // One of them created the schedules; the other found them up to date.
  for (const { info } of await world.schedules()) expect(info.lastUpdatedAt).toBeUndefined()
})

/** The next step waits 3 s for the dead worker; the default is 10 s. */
const LONGEST_STICKY_MS = 9_000

test('another worker repeats a step of a follow-up after a missed heartbeat, and continues', async () => {
  await using world = await openWorld()
  const { ctx, childId, providerId, owner, query, startWorker } = world
  const workers = await Promise.all([startWorker('one'), startWorker('other')])
  await createGuardian(world, { name: 'Mara Weiss', email: 'mara@example.com' })
  const startsAt = new Date(Date.now() + 5 * 86_400_000)
  const booking = { childId, providerId, type: 'THERAPY_SESSION', startsAt } as const
  const { id: subjectId } = await createAppointment(ctx, booking)
  const [followUp] = await eventually(async () => {
    const rows = await query<{ id: string }>(WAITS_FOR('reminder-48h'))
    return rows.length > 0 && rows
  })
  // The step has yet to write its message and waits for the table.
  await owner.query('BEGIN')
  await owner.query('LOCK TABLE messages IN SHARE MODE')
  await runStepNow(ctx, { id: followUp!.id, step: 'reminder-48h' })
  await eventually(async () => (await query(WAITING)).length > 0)
  const workflowId = workflowIdOf('appointmentLifecycle', { tenantId: ctx.tenantId, subjectId })
  const pid = await world.pidOfActivity(workflowId)
  process.kill(pid, 'SIGKILL')
  expect(await workers.find((it) => it.pid === pid)!.exited).toBe('ended by SIGKILL')
  await owner.query('COMMIT')

  await eventually(async () => (await query(WAITS_FOR('reminder-2h'))).length > 0)
  expect(await query('SELECT FROM outbox WHERE type = $$appointment.reminder_due$$')).toHaveLength(
    1,
  )
  expect(await query('SELECT FROM messages')).toHaveLength(1)
  // The step is in the history once its activity has planned again.
  const { events, step, taken } = await eventually(async () => {
    const { events } = await world.client.workflow.getHandle(workflowId).fetchHistory()
    const step = events!.find(
      (it) => it.activityTaskScheduledEventAttributes?.activityType?.name === 'runStep',
    )
    const started = events!.find(
      (it) =>
        step &&
        Number(it.activityTaskStartedEventAttributes?.scheduledEventId) === Number(step.eventId),
    )
    const taken = started?.activityTaskStartedEventAttributes
    return taken ? { events, step, taken } : undefined
  })
  const summary = [step!.userMetadata!.summary as Payload]
  const [readable] = await new EncryptionCodec(world.keys).decode(summary)
  expect(defaultPayloadConverter.fromPayload(readable!)).toBe('· reminder-48h')
  expect(taken.attempt).toBe(2)
  expect(taken.lastFailure?.timeoutFailureInfo?.timeoutType).toBe(HEARTBEAT)
  const waits = events!.flatMap(({ eventTime, workflowTaskTimedOutEventAttributes: timeout }) => {
    const scheduled = events!.find((it) => Number(it.eventId) === Number(timeout?.scheduledEventId))
    return timeout ? [tsToMs(eventTime) - tsToMs(scheduled!.eventTime)] : []
  })
  expect(Math.max(0, ...waits)).toBeLessThan(LONGEST_STICKY_MS)
})

const HEARTBEAT = temporal.api.enums.v1.TimeoutType.TIMEOUT_TYPE_HEARTBEAT
const WAITS_FOR = (step: string) => `SELECT id FROM follow_ups WHERE waiting_on = '${step}'`
