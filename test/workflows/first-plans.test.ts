/** Follow-ups whose first plan the relay writes before their workflow starts. */
import { setTimeout as sleep } from 'node:timers/promises'
import proto from '@temporalio/proto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { grantConsent } from '#people/consents/grant-consent.ts'
import { createProcessingRestriction } from '#privacy/processing-restrictions/start-restriction.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createReminderPolicy } from '#scheduling/reminder-policies/create-reminder-policy.ts'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { rescheduleAppointment } from '#scheduling/appointments/reschedule-appointment.ts'
import { planFirstSteps } from '#messaging/follow-ups/plan-first-steps.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { workflowIdOf, type WorkflowName } from '#registry/workflows.ts'
import { startRelay } from '../../relay/relay.ts'
import { createDatabase, temporalAddress, type TestDatabase } from '../support/servers.ts'
import {
  createCentre,
  createGuardian,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
  type Centre,
} from './support.ts'

const HOUR_MS = 3_600_000
const { EventType } = proto.temporal.api.enums.v1

describe('the first plan of a follow-up', () => {
  const stack = new AsyncDisposableStack()
  let database: TestDatabase
  let platform: OpenPlatform
  let temporal: Awaited<ReturnType<typeof openNamespace>>
  let owner: pg.Client

  beforeAll(async () => {
    database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database))
    temporal = stack.use(await openNamespace(platform, temporalAddress()))
    owner = stack.adopt(new pg.Client(database.ownerUrl), (client) => client.end())
    await owner.connect()
  })
  afterAll(() => stack.disposeAsync())

  let hours = 24 * 30
  /** Bookings that do not overlap, on a full second, as the API shows them. */
  const book = ({ ctx, childId, providerId }: Centre, more: { serviceId?: string } = {}) => {
    hours += 1
    const startsAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + hours * HOUR_MS)
    const booking = { childId, providerId, type: 'THERAPY_SESSION', startsAt } as const
    return createAppointment(ctx, { ...booking, ...more })
  }

  const relay = () =>
    startRelay({ platform, systemUrl: database.systemUrl, client: temporal.client })
  const drained = () => eventually(async () => (await outboxBacklog(platform)).pending === 0)
  const handOver = async () => {
    await using _relay = relay()
    await drained()
  }

  const workflowOf = ({ tenantId }: Centre, subjectId: string, kind: WorkflowName) =>
    temporal.client.workflow.getHandle(workflowIdOf(kind, { tenantId, subjectId }))

  const historyOf = async (
    centre: Centre,
    id: string,
    kind: WorkflowName = 'appointmentLifecycle',
  ) => {
    const { events } = await workflowOf(centre, id, kind).fetchHistory()
    return (events ?? []).map(({ eventType }) => EventType[eventType!])
  }
  const STARTED = EventType[EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED]
  const WOKEN = EventType[EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED]
  const TASK = EventType[EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED]

  const rows = async <Row extends object>(sql: string, values: unknown[]) =>
    (await owner.query<Row>(sql, values)).rows
  const followUpsOf = (subjectId: string) =>
    rows<{ id: string; status: string; waitingOn: string | null; nextStepAt: Date | null }>(
      `SELECT id, status, waiting_on AS "waitingOn", next_step_at AS "nextStepAt" FROM follow_ups
       WHERE subject_id = $1`,
      [subjectId],
    )
  /** All that a plan leaves in the database, without ids and the time of planning. */
  const recorded = async (subjectId: string) => ({
    followUps: await rows(
      `SELECT kind, subject_type, subject_id, workflow_id, status, waiting_on, next_step_at, cancelled_at, resumed_at
       FROM follow_ups WHERE subject_id = $1`,
      [subjectId],
    ),
    steps: await rows(
      `SELECT s.step, s.description, s.due_at, s.originally_due_at, s.status, s.outcome
       FROM follow_up_steps s JOIN follow_ups f ON f.id = s.follow_up_id WHERE f.subject_id = $1 ORDER BY s.step`,
      [subjectId],
    ),
    trail: await rows(
      `SELECT actor_kind, actor_id, action, outcome, subject_type, workflow_id, changes
       FROM audit_entries WHERE subject_id IN (SELECT id FROM follow_ups WHERE subject_id = $1)`,
      [subjectId],
    ),
  })
  const forget = async (subjectId: string) => {
    await owner.query(
      'DELETE FROM follow_up_steps USING follow_ups f WHERE f.id = follow_up_id AND f.subject_id = $1',
      [subjectId],
    )
    await owner.query('DELETE FROM follow_ups WHERE subject_id = $1', [subjectId])
  }

  test('is recorded for many bookings at once, and their workflows start when the first step is due', async () => {
    const centre = await createCentre(platform, database)
    const bookings: { id: string }[] = []
    for (let made = 0; made < 20; made += 1) bookings.push(await book(centre))
    await handOver()
    for (const { id } of bookings) {
      expect(await historyOf(centre, id)).toEqual([STARTED])
      const [followUp] = await followUpsOf(id)
      expect(followUp).toMatchObject({ status: 'ACTIVE', waitingOn: 'reminder-48h' })
      const workflow = await workflowOf(centre, id, 'appointmentLifecycle').describe()
      expect(workflow.searchAttributes).toMatchObject({
        WaitingOn: ['reminder-48h'],
        NextStepAt: [followUp!.nextStepAt],
      })
    }
  })

  test('records what an activity would record, whatever the facts are', async () => {
    const centre = await createCentre(platform, database)
    const { ctx, tenantId, childId } = centre
    const clientId = await createGuardian(centre, { name: 'Mara Weiss', email: 'm@example.com' })
    await createReminderPolicy(ctx, { clientId, offsetsMinutes: [90] })
    const service = CreateService.parse({
      name: 'Speech therapy',
      code: 'SPEECH',
      durationMinutes: 45,
      amount: 8500,
    })
    const { id: serviceId } = await createService(ctx, service)
    await createReminderPolicy(ctx, {
      serviceId,
      offsetsMinutes: [60 * 24, 30],
      quietHours: { startTime: '20:00', endTime: '08:00' },
    })
    const [plain, served, moved, cancelled] = [
      await book(centre),
      await book(centre, { serviceId }),
      await book(centre),
      await book(centre),
    ]
    await rescheduleAppointment(ctx, {
      id: moved.id,
      startsAt: new Date(Date.parse(moved.startsAt) + 400 * HOUR_MS),
    })
    await cancelAppointment(ctx, { id: cancelled.id, initiator: 'CLIENT', reason: 'ill' })
    expect(childId).toBe(plain.childId)

    const subjectIds = [plain, served, moved, cancelled].map(({ id }) => id)
    const kind = 'appointmentLifecycle'
    const planning = (subjectId: string) =>
      systemContext(platform, {
        tenantId,
        action: 'planSteps',
        workflowId: workflowIdOf(kind, { tenantId, subjectId }),
      })
    const steps = await planFirstSteps(planning(plain.id), { kind, subjectIds })
    for (const subjectId of subjectIds) {
      const together = await recorded(subjectId)
      expect(together.trail).toHaveLength(1)
      await forget(subjectId)
      const { next } = await planSteps(planning(subjectId), { kind, subjectId })
      expect(steps.get(subjectId)).toEqual(next)
      expect(together).toEqual(await recorded(subjectId))
    }
    // What is planned is not planned again.
    expect(await planFirstSteps(planning(plain.id), { kind, subjectIds })).toEqual(new Map())
  })

  test('is left to the workflow while somebody changes the booking, or its child is restricted', async () => {
    const [busy, restricted] = [
      await createCentre(platform, database),
      await createCentre(platform, database),
    ]
    const [changing, free, frozen] = [await book(busy), await book(busy), await book(restricted)]
    await createProcessingRestriction(restricted.ctx, {
      childId: restricted.childId,
      ground: 'ACCURACY_CONTESTED',
      reason: 'asked by the guardian',
    })
    await owner.query('BEGIN')
    await owner.query('SELECT FROM appointments WHERE id = $1 FOR UPDATE', [changing.id])
    await handOver()
    await owner.query('COMMIT')
    expect(await historyOf(busy, free.id)).toEqual([STARTED])
    expect(await historyOf(busy, changing.id)).toContain(TASK)
    expect(await historyOf(restricted, frozen.id)).toContain(TASK)
    for (const { id } of [changing, frozen]) expect(await followUpsOf(id)).toEqual([])
  })

  test('survives a death between the plan and the start', async () => {
    const centre = await createCentre(platform, database)
    const { id } = await book(centre)
    const subjects = { kind: 'appointmentLifecycle', subjectIds: [id] } as const
    const planned = await planFirstSteps(centre.ctx, subjects)
    expect(planned.get(id)).toMatchObject({ step: 'reminder-48h' })
    await handOver()
    // Without the plan that died with its process, the workflow plans for itself.
    expect(await historyOf(centre, id)).toEqual([STARTED, TASK])
    expect(await followUpsOf(id)).toHaveLength(1)
  })

  test('a change ends the delay of the start, and nothing is lost if it comes before the start', async () => {
    const centre = await createCentre(platform, database)
    const [later, atOnce] = [await book(centre), await book(centre)]
    const reschedule = ({ id, startsAt }: { id: string; startsAt: string }) =>
      rescheduleAppointment(centre.ctx, {
        id,
        startsAt: new Date(Date.parse(startsAt) + 800 * HOUR_MS),
      })
    await reschedule(atOnce)
    await handOver()
    expect(await historyOf(centre, later.id)).toEqual([STARTED])
    expect(await historyOf(centre, atOnce.id)).toEqual([STARTED, WOKEN, TASK])
    await reschedule(later)
    await handOver()
    expect(await historyOf(centre, later.id)).toEqual([STARTED, WOKEN, TASK])
  })

  test('covers follow-ups that a wake starts', async () => {
    const centre = await createCentre(platform, database)
    const grantedById = await createGuardian(centre, { name: 'Ada Weiss', email: 'a@example.com' })
    const { id } = await grantConsent(centre.ctx, {
      childId: centre.childId,
      kind: 'TREATMENT',
      grantedById,
      grantedAt: new Date(),
      expiresAt: new Date(Date.now() + 90 * 24 * HOUR_MS),
      evidence: 'Signed form',
    })
    await handOver()
    expect(await historyOf(centre, id, 'consentExpiry')).toEqual([STARTED])
    expect(await followUpsOf(id)).toMatchObject([{ status: 'ACTIVE' }])
    // The hand-over is repeated after a death before its mark: the workflow is woken, not started again.
    await owner.query('UPDATE outbox SET done_at = NULL WHERE subject_id = $1 AND kind = $2', [
      id,
      'workflow',
    ])
    await handOver()
    expect(await historyOf(centre, id, 'consentExpiry')).toEqual([STARTED, WOKEN, TASK])
  })

  test('is kept when the delay has ended: the first step runs, and the next is planned', async () => {
    const centre = await createCentre(platform, database, { reminderOffsetsMinutes: [60, 120] })
    await createGuardian(centre, { name: 'Ida Weiss', email: 'i@example.com' })
    await using _workers = await startTestWorkers(platform, createTestDeliveries(platform), {
      connection: temporal.connection,
      namespace: temporal.namespace,
    })
    await using _relay = relay()
    const { ctx, childId, providerId } = centre
    const startsAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2 * HOUR_MS + 4_000)
    const booking = { childId, providerId, type: 'THERAPY_SESSION', startsAt } as const
    const { id } = await createAppointment(ctx, booking)
    await eventually(async () => (await followUpsOf(id)).length === 1)
    await sleep(1_000)
    expect(await historyOf(centre, id)).toEqual([STARTED])
    await eventually(async () => (await followUpsOf(id))[0]!.waitingOn === 'reminder-1h')
    const { events } = await workflowOf(centre, id, 'appointmentLifecycle').fetchHistory()
    const activities = events!.flatMap(
      (it) => it.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
    )
    expect(activities).toEqual(['runStep'])
    const { steps } = await recorded(id)
    expect(steps).toMatchObject([
      { step: 'no-show-check' },
      { step: 'reminder-1h', status: 'SCHEDULED' },
      { step: 'reminder-2h', status: 'DONE' },
    ])
  })
})
