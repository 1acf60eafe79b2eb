import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeAppointment } from '#scheduling/appointments/complete-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { undoAppointment } from '#scheduling/appointments/undo-appointment.ts'
import { patchClient } from '#people/clients/patch-client.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { resendMessage } from '#messaging/messages/resend-message.ts'
import { addSessionNote } from '#clinical/notes/add-session-note.ts'
import { listSessions } from '#clinical/sessions/queries.ts'
import type { appointmentFollowUp } from '../../../workflows/index.ts'
import { wakeSignal } from '../../../workflows/subject.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { timeSkippingServer, type TestDatabase } from '../../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../../workflows/skipped-time.ts'
import { createCentre, createGuardian, eventually, type Centre } from '../../workflows/support.ts'

const HOUR_MS = 3_600_000
const page = { limit: 100, sort: '-createdAt' } as const

describe.skipIf(!timeSkippingServer())('the follow-up of an appointment', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let database: TestDatabase
  let platform: OpenPlatform
  let centre: Centre
  let env: TestWorkflowEnvironment

  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    ;({ database, platform, env } = world)
  })
  beforeEach(async () => {
    clock.follow(await env.currentTimeMs())
    centre = await createCentre(platform, database)
  })
  afterAll(() => stack.disposeAsync())

  const book = (hoursAhead: number) =>
    createAppointment(centre.ctx, {
      childId: centre.childId,
      providerId: centre.providerId,
      type: 'THERAPY_SESSION',
      startsAt: new Date(clock.now().getTime() + hoursAhead * HOUR_MS),
    })
  const complete = async () => {
    const { id } = await book(1)
    await completeAppointment(centre.ctx, { id })
    return id
  }
  const start = (id: string) => {
    const input = { tenantId: centre.tenantId, subjectId: id }
    return env.client.workflow.start<typeof appointmentFollowUp>('appointmentFollowUp', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('appointmentFollowUp', input),
      args: [input],
    })
  }
  const followUp = async (subject: string) => {
    const { data } = await listFollowUps(centre.ctx, { ...page, subjectId: subject })
    return data.find(({ kind }) => kind === 'APPOINTMENT_FOLLOW_UP')
  }
  const stepsOf = async (id: string) => {
    const { steps } = (await followUp(id))!
    return Object.fromEntries(steps.map((step) => [step.step, step]))
  }
  const messagesOf = async (subjectId: string) =>
    (await listMessages(centre.ctx, { ...page, subjectId })).data

  test('asks for feedback, reminds of a missing note and offers the next appointment, each on time', async () => {
    const guardians = [
      await createGuardian(centre, { name: 'Mara Weiss', email: 'mara@example.com' }),
      await createGuardian(centre, { name: 'Tom Weiss', email: 'tom@example.com' }),
    ]
    const completedAt = clock.now().getTime()
    const id = await complete()
    await (await start(id)).result()

    const steps = await stepsOf(id)
    expect(steps['feedback-request']).toMatchObject({
      status: 'DONE',
      outcome: 'e-mail to 2 guardians',
      actionRequired: null,
    })
    expect(steps['note-missing']).toMatchObject({
      status: 'DONE',
      outcome: 'the note is missing: e-mail to the provider',
      // The provider of this centre has no address.
      actionRequired: `${centre.providerId} was not reached: there is no e-mail address on record`,
    })
    expect(steps['rebooking-offer']).toMatchObject({ status: 'DONE' })
    for (const [name, hours] of [
      ['feedback-request', 2],
      ['note-missing', 24],
      ['rebooking-offer', 48],
    ] as const) {
      const late = Date.parse(steps[name]!.happenedAt!) - (completedAt + hours * HOUR_MS)
      expect(late).toBeGreaterThanOrEqual(-1_000)
      expect(late).toBeLessThan(60_000)
    }
    const messages = await messagesOf(id)
    const to = (template: string) =>
      messages
        .filter((message) => message.template === template)
        .map(({ recipientId }) => recipientId)
        .toSorted()
    expect(to('feedback.request')).toEqual(guardians.toSorted())
    expect(to('rebooking.offer')).toEqual(guardians.toSorted())
    expect(to('session_note.missing')).toEqual([centre.providerId])
    expect(await followUp(id)).toMatchObject({ status: 'COMPLETED', waitingOn: null })
  })

  test('skips unneeded messages and records why', async () => {
    await createGuardian(centre, { name: 'Mara Weiss', email: 'mara@example.com' })
    const id = await complete()
    const { data } = await listSessions(centre.ctx, { ...page, appointmentId: id })
    const soap = { subjective: 'x', objective: '', assessment: '', plan: '' }
    await addSessionNote(centre.ctx, { id: data[0]!.id, note: { ...soap, sign: true } })
    const next = await book(24 * 30)
    await (await start(id)).result()
    const steps = await stepsOf(id)
    expect(steps['note-missing']).toMatchObject({
      status: 'SKIPPED',
      outcome: 'not needed: the note is signed',
    })
    expect(steps['rebooking-offer']).toMatchObject({
      status: 'SKIPPED',
      outcome: `not needed: the child has appointment ${next.id}`,
      actionRequired: null,
    })
    expect((await messagesOf(id)).map(({ template }) => template)).toEqual(['feedback.request'])
  })

  test('needs attention if an address bounces, until the message is resent to a new one', async () => {
    const alone = await complete()
    await (await start(alone)).result()
    expect((await stepsOf(alone))['feedback-request']).toMatchObject({
      status: 'SKIPPED',
      outcome: 'not sent: the child has no legal guardian on record',
      actionRequired: null,
    })

    centre = await createCentre(platform, database)
    const clientId = await createGuardian(centre, { name: 'Mara Weiss', email: null })
    const id = await complete()
    await (await start(id)).result()
    expect((await stepsOf(id))['feedback-request']).toMatchObject({
      actionRequired: `${clientId} was not reached: there is no e-mail address on record`,
      messages: [{ recipientId: clientId, status: 'SKIPPED', reason: 'no_address' }],
    })
    const listed = async () => {
      const { data } = await listFollowUps(centre.ctx, {
        ...page,
        actionRequired: 'true',
        kind: ['APPOINTMENT_FOLLOW_UP'],
      })
      return data.map(({ subjectId }) => subjectId)
    }
    expect(await listed()).toEqual([id])
    await patchClient(centre.ctx, { id: clientId, patch: { email: 'mara@example.com' } })
    for (const message of await messagesOf(id)) {
      if (message.recipientId === clientId) await resendMessage(centre.ctx, { id: message.id })
    }
    expect((await stepsOf(id))['feedback-request']).toMatchObject({ actionRequired: null })
  })

  test('withdraws everything when the completion is undone, and starts again with the next one', async () => {
    await createGuardian(centre, { name: 'Mara Weiss', email: 'mara@example.com' })
    const id = await complete()
    const run = await start(id)
    await eventually(async () => (await followUp(id))?.waitingOn === 'feedback-request')
    await undoAppointment(centre.ctx, { id })
    await run.signal(wakeSignal)
    await run.result()
    expect(await followUp(id)).toMatchObject({ status: 'CANCELLED' })
    expect((await stepsOf(id))['feedback-request']).toMatchObject({
      status: 'CANCELLED',
      outcome: 'the appointment is CHECKED_IN',
    })
    await completeAppointment(centre.ctx, { id })
    await (await start(id)).result()
    expect((await stepsOf(id))['feedback-request']).toMatchObject({ status: 'DONE' })
    expect(await messagesOf(id)).toHaveLength(3)
  })
})
