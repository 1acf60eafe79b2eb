import { setTimeout as sleep } from 'node:timers/promises'
import { defaultPayloadConverter, type Payload } from '@temporalio/common'
import { expect, test } from 'vitest'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { EncryptionCodec } from '../../providers/temporal/index.ts'
import { startReceiver } from '../support/receivers.ts'
import { eventually } from './support.ts'
import { DELIVERIES, emit, openWorld, UNFINISHED } from './world.ts'

const EVENTS = 300
/** The worker dies while it makes this attempt, and others with it. */
const KILLED_AT = 100
/** Slow enough for the worker to die in the middle. */
const RECEIVER_MS = 50
/** What arrives so soon after the kill was sent before it. */
const IN_FLIGHT_MS = 1_000

/**
 * The takeover takes as long as the heartbeat timeout of a lease (6 s) after the worker that held
 * it was last heard of. Nobody but Temporal has to notice.
 */
test(
  'a worker killed in the middle of its deliveries: another delivers all, with the same event ids',
  { timeout: 90_000 },
  async () => {
    await using world = await openWorld()
    const { ctx, query, startWorker } = world
    const first = await startWorker('first')
    let killedAt = Number.POSITIVE_INFINITY
    let takenOverAt: number | undefined
    await using receiver = await startReceiver(async (response) => {
      const now = performance.now()
      if (receiver.requests.length === KILLED_AT) {
        process.kill(first.pid, 'SIGKILL')
        killedAt = now
      }
      if (now - killedAt > IN_FLIGHT_MS) takenOverAt ??= now
      await sleep(RECEIVER_MS)
      response.writeHead(204).end()
    })
    await createEndpoint(ctx, { url: receiver.url, eventTypes: ['*'] })
    await emit(ctx, EVENTS)
    expect(await first.exited).toBe('ended by SIGKILL')
    expect(await query(UNFINISHED)).not.toEqual([])
    await startWorker('second')

    await eventually(async () => (await query(UNFINISHED)).length === 0, {
      timeoutMs: 60_000,
      what: 'the delivery of all events',
    })
    const doneAt = performance.now()
    const events = await query<{ id: string }>(`SELECT id FROM outbox WHERE kind = 'event'`)
    expect(events).toHaveLength(EVENTS)
    const received = Map.groupBy(receiver.requests, ({ headers }) => headers['webhook-id'])
    expect(new Set(received.keys())).toEqual(new Set(events.map(({ id }) => id)))
    for (const repeats of received.values()) {
      expect(new Set(repeats.map(({ body }) => body.toString())).size).toBe(1)
    }
    expect(await query(DELIVERIES)).toEqual([
      { status: 'SUCCEEDED', attempts: 1, recorded: 1, deliveries: EVENTS },
    ])

    // The first worker set the schedules up; the second found them as they should be.
    for (const { info } of await world.schedules()) expect(info.lastUpdatedAt).toBeUndefined()

    const seconds = (at = Number.NaN) => ((at - killedAt) / 1_000).toFixed(1)
    console.log(
      `taken over ${seconds(takenOverAt)} s after the kill, all delivered after ${seconds(doneAt)} s, ` +
        `${receiver.requests.length - EVENTS} of ${EVENTS} events received twice`,
    )
  },
)

/** The heartbeat of a step times out after 5 s; what follows waits 3 s more for the dead worker. */
const STEP_TAKEN_OVER_MS = 10_000
/** A busy machine adds to it. */
const NEXT_PLANNED_MS = 15_000

test(
  'a worker killed in the middle of a step of a follow-up: another does it within ten seconds, and goes on',
  { timeout: 90_000 },
  async () => {
    await using world = await openWorld()
    const { ctx, childId, providerId, owner, query, startWorker } = world
    const first = await startWorker('first')
    const startsAt = new Date(Date.now() + 2 * 3_600_000 + 8_000)
    const booking = { childId, providerId, type: 'THERAPY_SESSION', startsAt } as const
    const { id: subjectId } = await createAppointment(ctx, booking)
    await eventually(async () => (await query(WAITS_FOR('reminder-2h'))).length > 0)
    await owner.query('BEGIN')
    await owner.query('SELECT FROM follow_ups FOR UPDATE')
    await eventually(async () => (await query(AT_THE_LOCK)).length > 0)
    await startWorker('second')
    process.kill(first.pid, 'SIGKILL')
    const killedAt = performance.now()
    expect(await first.exited).toBe('ended by SIGKILL')
    await owner.query('COMMIT')

    await eventually(async () => (await query(DONE)).length > 0, { what: 'the step' })
    const doneMs = performance.now() - killedAt
    await eventually(async () => (await query(WAITS_FOR('no-show-check'))).length > 0)
    const plannedMs = performance.now() - killedAt
    expect(
      await query('SELECT FROM outbox WHERE type = $$appointment.reminder_due$$'),
    ).toHaveLength(1)
    console.log(
      `step done ${(doneMs / 1_000).toFixed(1)} s after the kill, next one waited for after ${(plannedMs / 1_000).toFixed(1)} s`,
    )
    expect(doneMs).toBeLessThan(STEP_TAKEN_OVER_MS)
    const workflowId = workflowIdOf('appointmentLifecycle', { tenantId: ctx.tenantId, subjectId })
    const { events } = await world.client.workflow.getHandle(workflowId).fetchHistory()
    const step = events!.find(
      (it) => it.activityTaskScheduledEventAttributes?.activityType?.name === 'runStep',
    )
    const summary = [step!.userMetadata!.summary as Payload]
    const [readable] = await new EncryptionCodec(world.keys).decode(summary)
    expect(defaultPayloadConverter.fromPayload(readable!)).toBe('reminder-2h')
    expect(plannedMs).toBeLessThan(NEXT_PLANNED_MS)
  },
)

const WAITS_FOR = (step: string) => `SELECT FROM follow_ups WHERE waiting_on = '${step}'`
const DONE = `
  SELECT FROM follow_up_steps WHERE step = 'reminder-2h' AND status <> 'SCHEDULED'`
const AT_THE_LOCK = `SELECT FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`
