import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { checkInAppointment } from '#scheduling/appointments/check-in-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { confirmAppointment } from '#scheduling/appointments/confirm-appointment.ts'
import { getAppointment } from '#scheduling/appointments/queries.ts'
import { rescheduleAppointment } from '#scheduling/appointments/reschedule-appointment.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import type { appointmentLifecycle } from '../../../workflows/index.ts'
import { wakeSignal } from '../../../workflows/subject.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import { endWaiting, FollowingClock, startSkippedWorld } from '../../workflows/skipped-time.ts'
import { createCentre, eventually, type Centre } from '../../workflows/support.ts'

const HOUR_MS = 3_600_000
const page = { limit: 100, sort: '-createdAt' } as const

describe.skipIf(!timeSkippingServer())('the lifecycle of an appointment', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let platform: OpenPlatform
  let centre: Centre
  let env: TestWorkflowEnvironment

  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    ;({ platform, env } = world)
    centre = await createCentre(platform, world.database)
  })
  afterAll(() => stack.disposeAsync())

  /** On a full second, as the API shows a start. */
  const inHours = (hours: number) =>
    new Date(Math.ceil(clock.now().getTime() / 1_000) * 1_000 + hours * HOUR_MS)

  const book = async (hoursAhead: number, serviceId?: string) => {
    clock.follow(await env.currentTimeMs())
    return createAppointment(centre.ctx, {
      childId: centre.childId,
      providerId: centre.providerId,
      type: 'THERAPY_SESSION',
      startsAt: inHours(hoursAhead),
      ...(serviceId && { serviceId }),
    })
  }

  const start = (id: string) => {
    const { tenantId } = centre
    return env.client.workflow.start<typeof appointmentLifecycle>('appointmentLifecycle', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('appointmentLifecycle', { tenantId, subjectId: id }),
      args: [{ tenantId, subjectId: id }],
    })
  }

  const followUp = async (id: string) => {
    const { data } = await listFollowUps(centre.ctx, { ...page, subjectId: id })
    const [record] = data
    return record && { ...record, steps: new Map(record.steps.map((step) => [step.step, step])) }
  }

  const eventsOf = async (subjectId: string) => {
    const { data } = await listEvents(centre.ctx, { ...page, subjectId })
    return data.map(({ type }) => type).toReversed()
  }

  test('sends reminders on time and marks a no-show', async () => {
    const { id, startsAt } = await book(72)
    const run = await start(id)
    await run.result()

    const record = (await followUp(id))!
    const at = (hours: number) => new Date(Date.parse(startsAt) + hours * HOUR_MS).toISOString()
    expect([...record.steps.values()]).toMatchObject([
      { step: 'reminder-48h', status: 'DONE', dueAt: at(-48) },
      { step: 'reminder-2h', status: 'DONE', dueAt: at(-2) },
      { step: 'no-show-check', status: 'DONE', dueAt: at(0.5) },
    ])
    const sent = Date.parse(record.steps.get('reminder-2h')!.happenedAt!)
    expect(sent - Date.parse(at(-2))).toBeLessThan(60_000)
    expect(sent).toBeGreaterThanOrEqual(Date.parse(at(-2)) - 1_000)
    expect(await eventsOf(id)).toEqual([
      'booking.created',
      'appointment.reminder_due',
      'appointment.reminder_due',
      'appointment.no_show',
    ])
    const appointment = await getAppointment(centre.ctx, { id })
    expect(appointment).toMatchObject({ status: 'NO_SHOW', absentParty: 'CLIENT' })
  })

  test('skips a reminder that was due before the booking, and records it', async () => {
    const { id } = await book(3)
    const run = await start(id)
    await eventually(async () => (await followUp(id))?.nextStepAt)
    expect((await followUp(id))!.steps.get('reminder-48h')).toMatchObject({
      status: 'SKIPPED',
      outcome: 'already past when booked',
    })
    expect((await followUp(id))!.waitingOn).toBe('reminder-2h')
    await endWaiting(run)
  })

  test('moves future steps on rescheduling, and ends them with a reason on cancellation', async () => {
    const { id } = await book(24 * 20)
    const run = await start(id)
    const before = await eventually(async () => (await followUp(id))?.nextStepAt)
    const moved = inHours(24 * 30)
    await rescheduleAppointment(centre.ctx, { id, startsAt: moved })
    await run.signal(wakeSignal)
    const expected = new Date(moved.getTime() - 48 * HOUR_MS).toISOString()
    await eventually(async () => (await followUp(id))?.nextStepAt === expected)
    expect(expected).not.toBe(before)

    await cancelAppointment(centre.ctx, { id, initiator: 'CLIENT', reason: 'ill' })
    await run.signal(wakeSignal)
    await run.result()
    const record = (await followUp(id))!
    expect(record).toMatchObject({ status: 'CANCELLED', waitingOn: null, nextStepAt: null })
    const [cancelled, others] = [...record.steps.values()].reduce<[object[], string[]]>(
      ([ended, rest], step) =>
        step.status === 'CANCELLED' ? [[...ended, step], rest] : [ended, [...rest, step.step]],
      [[], []],
    )
    expect(cancelled.length).toBeGreaterThan(2)
    for (const step of cancelled)
      expect(step).toMatchObject({ outcome: 'the appointment is CANCELLED' })
    // The child has no guardian whom the notices could reach.
    expect(others.filter((step) => step !== 'invitation')).toEqual(['cancellation-notice'])
    expect(record.steps.get('cancellation-notice')).toMatchObject({
      status: 'SKIPPED',
      outcome: 'not sent: the child has no legal guardian on record',
    })
  })

  test('sends a reminder again if its appointment moved after it', async () => {
    const { id } = await book(49)
    const run = await start(id)
    await env.sleep(2 * HOUR_MS)
    await eventually(async () => (await followUp(id))?.steps.get('reminder-48h')?.status === 'DONE')

    const moved = inHours(100)
    await rescheduleAppointment(centre.ctx, { id, startsAt: moved })
    await run.signal(wakeSignal)
    const due = new Date(moved.getTime() - 48 * HOUR_MS).toISOString()
    await eventually(async () => (await followUp(id))?.nextStepAt === due)
    const { steps } = (await followUp(id))!
    expect(steps.get('reminder-48h.1')).toMatchObject({ status: 'DONE' })
    expect(steps.get('reminder-48h')).toMatchObject({ status: 'SCHEDULED', dueAt: due })

    await env.sleep(53 * HOUR_MS)
    await eventually(async () => (await followUp(id))?.steps.get('reminder-48h')?.status === 'DONE')
    const sent = (await eventsOf(id)).filter((type) => type === 'appointment.reminder_due')
    expect(sent).toHaveLength(2)
    await endWaiting(run)
  })

  test('expires an unconfirmed booking and continues a confirmed one', async () => {
    const service = await createService(
      centre.ctx,
      CreateService.parse({
        code: 'ON_REQUEST',
        name: 'On request',
        durationMinutes: 45,
        amount: 8500,
        requiresConfirmation: true,
        confirmationWindowMinutes: 240,
      }),
    )
    const expiring = await book(24, service.id)
    await (await start(expiring.id)).result()
    expect(await getAppointment(centre.ctx, expiring)).toMatchObject({ status: 'EXPIRED' })
    const dueAt = new Date(Date.parse(expiring.createdAt) + 4 * HOUR_MS).toISOString()
    expect((await followUp(expiring.id))!.steps.get('confirmation-check')).toMatchObject({
      status: 'DONE',
      dueAt,
    })
    expect(await eventsOf(expiring.id)).toEqual(['booking.created', 'appointment.expired'])

    const taken = await book(24, service.id)
    const run = await start(taken.id)
    await eventually(async () => (await followUp(taken.id))?.waitingOn === 'confirmation-check')
    await confirmAppointment(centre.ctx, { id: taken.id })
    await run.signal(wakeSignal)
    await run.result()
    expect(await eventsOf(taken.id)).toEqual([
      'booking.created',
      'appointment.confirmed',
      'appointment.reminder_due',
      'appointment.no_show',
    ])
  })

  test('completes an open appointment an hour after its end', async () => {
    const { id, endsAt } = await book(5)
    await checkInAppointment(centre.ctx, { id })
    const run = await start(id)
    await run.result()
    const appointment = await getAppointment(centre.ctx, { id })
    expect(appointment.status).toBe('COMPLETED')
    expect((await followUp(id))!.steps.get('completion')).toMatchObject({
      status: 'DONE',
      dueAt: new Date(Date.parse(endsAt) + HOUR_MS).toISOString(),
    })
  })
})
