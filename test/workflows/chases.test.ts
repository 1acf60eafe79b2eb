import type { WorkflowHandle } from '@temporalio/client'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { rescheduleAppointment } from '#scheduling/appointments/reschedule-appointment.ts'
import { childRecord } from '#people/children/record.ts'
import { archiveRecord, restoreRecord } from '#platform/core/records/archive-record.ts'
import { grantConsent } from '#people/consents/grant-consent.ts'
import { revokeConsent } from '#people/consents/revoke-consent.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { workflowIdOf, type WorkflowName } from '#registry/workflows.ts'
import type { FollowUpName } from '#messaging/follow-ups/names.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { wakeWorkflows } from '#messaging/follow-ups/wake-workflows.ts'
import { remindFormResponse } from '#clinical/form-responses/remind-form-response.ts'
import { listAppointmentForms, listFormResponses } from '#clinical/form-responses/queries.ts'
import { createFormResponse } from '#clinical/form-responses/create-form-response.ts'
import { submitFormResponse } from '#clinical/form-responses/submit-form-response.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { patchProvider } from '#organization/providers/patch-provider.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { WAKE_SIGNAL } from '../../workflows/signals.ts'
import { TASK_QUEUE } from '../../workflows/task-queues.ts'
import { createServiceWithForm } from '../clinical/forms/required-form.ts'
import { timeSkippingServer, type TestDatabase } from '../support/servers.ts'
import { FollowingClock, startSkippedWorld } from './skipped-time.ts'
import { createCentre, createGuardian, eventually, type Centre } from './support.ts'

const DAY_MS = 86_400_000
const page = { limit: 100, sort: '-createdAt' } as const

describe.skipIf(!timeSkippingServer())('reminders to guardians', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let database: TestDatabase
  let platform: OpenPlatform
  let centre: Centre
  let env: TestWorkflowEnvironment
  let guardianId: string

  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    ;({ database, platform, env } = world)
  })
  beforeEach(async () => {
    clock.follow(await env.currentTimeMs())
    centre = await createCentre(platform, database)
    guardianId = await createGuardian(centre, { name: 'Mara Weiss', email: 'mara@example.com' })
    await createGuardian(centre, { name: 'Tom Weiss', email: 'tom@example.com' })
  })
  afterAll(() => stack.disposeAsync())

  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS)
  /** Plans and runs a number of steps, each twice: the second time changes nothing. */
  const everyStepTwice = async (ref: { kind: FollowUpName; subjectId: string }, count: number) => {
    for (let step = 0; step < count; step += 1) {
      const [{ next }, again] = [await planSteps(centre.ctx, ref), await planSteps(centre.ctx, ref)]
      expect(again.next).toEqual(next)
      const { dueAt, ...named } = next!
      clock.follow(Date.parse(dueAt))
      const due = { ...ref, ...named, dueAt: new Date(dueAt) }
      expect(await runStep(centre.ctx, due)).toMatchObject({ status: 'DONE' })
      expect(await runStep(centre.ctx, due)).toBeNull()
    }
    expect((await planSteps(centre.ctx, ref)).next).toBeNull()
  }
  const start = (kind: WorkflowName, subjectId: string) => {
    const input = { tenantId: centre.tenantId, subjectId }
    const workflowId = workflowIdOf(kind, input)
    return env.client.workflow.start(kind, { taskQueue: TASK_QUEUE, workflowId, args: [input] })
  }
  const followUp = async (subject: string) =>
    (await listFollowUps(centre.ctx, { ...page, subjectId: subject })).data[0]!
  const stepsOf = async (subject: string) =>
    Object.fromEntries((await followUp(subject)).steps.map((step) => [step.step, step]))
  const statuses = async (subject: string) =>
    Object.fromEntries((await followUp(subject)).steps.map(({ step, status }) => [step, status]))
  const waitsFor = (subject: string, step: string) =>
    eventually(async () => (await followUp(subject))?.waitingOn === step)
  /** It has nothing left to do when it wakes. Waiting for a result would let years pass, so this looks. */
  const ends = async (run: WorkflowHandle) => {
    await run.signal(WAKE_SIGNAL)
    await eventually(async () => (await run.describe()).status.name === 'COMPLETED')
  }
  /** How often the outbox woke the reminders of a subject. */
  const wakesOf = async (subjectId: string) => {
    const { rows } = await platform.database.system.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM outbox WHERE kind = 'workflow' AND subject_id = $1",
      [subjectId],
    )
    return rows[0]!.count
  }
  const eventsOf = async (subjectId: string) => {
    await fanOutEvents(platform, 500)
    return (await listEvents(centre.ctx, { ...page, subjectId })).data.map(({ type }) => type)
  }
  const templatesOf = async (subjectId: string) =>
    (await listMessages(centre.ctx, { ...page, subjectId })).data
      .map(({ template }) => template)
      .toSorted()
  const soon = (happenedAt: string | null, due: Date) => {
    const late = Date.parse(happenedAt!) - due.getTime()
    expect(late).toBeGreaterThanOrEqual(-1_000)
    expect(late).toBeLessThan(60_000)
  }

  describe('a form required by a booking', () => {
    const book = (serviceId: string, days: number) =>
      createAppointment(centre.ctx, {
        childId: centre.childId,
        providerId: centre.providerId,
        type: 'THERAPY_SESSION',
        serviceId,
        startsAt: inDays(days),
      })
    const responses = async () =>
      (await listFormResponses(centre.ctx, { ...page, childId: centre.childId })).data
    const submit = (id: string) => submitFormResponse(centre.ctx, { id, answers: { bad: false } })
    const formsOf = async (id: string) =>
      (await listAppointmentForms(centre.ctx, { id })).data.map(({ state }) => state)

    test('is requested, followed by reminders, and shown to staff the day before', async () => {
      const { serviceId, templateId } = await createServiceWithForm(centre.ctx)
      const patch = { email: 'ana@example.com' }
      await patchProvider(centre.ctx, { id: centre.providerId, patch })
      const { id, ...visit } = await book(serviceId, 10)
      const startsAt = new Date(visit.startsAt)
      const [response] = await responses()
      expect(response).toMatchObject({ templateId, status: 'OPEN', dueAt: null })
      expect(await formsOf(id)).toEqual(['REQUESTED'])
      expect(await wakesOf(response!.id)).toBe(1)
      await (await start('formChase', response!.id)).result()

      const steps = await stepsOf(response!.id)
      expect(await statuses(response!.id)).toEqual({
        request: 'DONE',
        'reminder-7d': 'DONE',
        'reminder-2d': 'DONE',
        attention: 'DONE',
      })
      expect(steps['request']).toMatchObject({
        outcome: 'e-mail to 2 guardians',
        actionRequired: null,
      })
      soon(steps['reminder-2d']!.happenedAt, new Date(startsAt.getTime() - 2 * DAY_MS))
      soon(steps['attention']!.happenedAt, new Date(startsAt.getTime() - DAY_MS))
      expect(steps['attention']!.actionRequired).toBe('a required form was not submitted')
      expect(await templatesOf(response!.id)).toEqual(Array(6).fill('form.request'))
      expect(await templatesOf(id)).toContain('form.missing')
      expect(await eventsOf(response!.id)).toEqual(['form_response.requested'])
      expect(await followUp(response!.id)).toMatchObject({ status: 'COMPLETED' })
      await submit(response!.id)
      await planSteps(centre.ctx, { kind: 'formChase', subjectId: response!.id })
      expect((await stepsOf(response!.id))['attention']).toMatchObject({ actionRequired: null })
    })

    test('stops once it is submitted, and the next booking needs no other', async () => {
      const { serviceId } = await createServiceWithForm(centre.ctx)
      const { id } = await book(serviceId, 10)
      const [response] = await responses()
      const run = await start('formChase', response!.id)
      await waitsFor(response!.id, 'reminder-7d')
      await submit(response!.id)
      await ends(run)
      expect(await statuses(response!.id)).toMatchObject({
        request: 'DONE',
        attention: 'CANCELLED',
      })
      expect((await stepsOf(response!.id))['attention']!.outcome).toBe('the form is SUBMITTED')
      const next = await book(serviceId, 20)
      expect(await responses()).toHaveLength(1)
      expect([await formsOf(id), await formsOf(next.id)]).toEqual([['SUBMITTED'], ['SUBMITTED']])
    })

    test('is valid for the time set in the form', async () => {
      const { serviceId } = await createServiceWithForm(centre.ctx, { validDays: 30 })
      await book(serviceId, 5)
      await submit((await responses())[0]!.id)
      const [within, after] = [await book(serviceId, 20), await book(serviceId, 40)]
      expect(await formsOf(within.id)).toEqual(['SUBMITTED'])
      expect(await formsOf(after.id)).toEqual(['REQUESTED'])
      expect(await responses()).toHaveLength(2)
    })

    test('moves with its appointment, and reminders are planned again', async () => {
      const { serviceId } = await createServiceWithForm(centre.ctx)
      const { id } = await book(serviceId, 9)
      const [response] = await responses()
      const run = await start('formChase', response!.id)
      await waitsFor(response!.id, 'reminder-7d')
      await env.sleep('3 days')
      await waitsFor(response!.id, 'reminder-2d')
      clock.follow(await env.currentTimeMs())
      const startsAt = inDays(30)
      const wakes = await wakesOf(response!.id)
      await rescheduleAppointment(centre.ctx, { id, startsAt })
      expect(await wakesOf(response!.id)).toBe(wakes + 1)
      await run.signal(WAKE_SIGNAL)
      await waitsFor(response!.id, 'reminder-7d')
      await run.result()
      const steps = await stepsOf(response!.id)
      expect(await statuses(response!.id)).toEqual({
        request: 'DONE',
        'reminder-7d.1': 'DONE',
        'reminder-7d': 'DONE',
        'reminder-2d': 'DONE',
        attention: 'DONE',
      })
      soon(steps['reminder-7d']!.happenedAt, new Date(startsAt.getTime() - 7 * DAY_MS))
    })

    test('ends with the cancelled appointment, and starts again for another', async () => {
      const { serviceId } = await createServiceWithForm(centre.ctx)
      const { id } = await book(serviceId, 10)
      const [response] = await responses()
      const run = await start('formChase', response!.id)
      await waitsFor(response!.id, 'reminder-7d')
      await cancelAppointment(centre.ctx, { id, initiator: 'CLIENT', reason: 'Ill' })
      await ends(run)
      expect(await followUp(response!.id)).toMatchObject({ status: 'CANCELLED' })
      expect((await stepsOf(response!.id))['attention']!.outcome).toBe(
        'no appointment needs it any more',
      )
      clock.follow(clock.now().getTime() + 1_000)
      await book(serviceId, 12)
      await book(serviceId, 13)
      const [again, ...others] = await responses()
      expect(others).toEqual([])
      expect(again).toMatchObject({ id: response!.id, status: 'OPEN' })
      expect(Date.parse(again!.askedAt!)).toBeGreaterThan(Date.parse(response!.askedAt!))
      await (await start('formChase', response!.id)).result()
      expect(await statuses(response!.id)).toMatchObject({ 'request.1': 'DONE', request: 'DONE' })
    })

    test('is sent once per step and guardian, even if steps run twice', async () => {
      const { serviceId } = await createServiceWithForm(centre.ctx)
      const { id } = await book(serviceId, 10)
      const [response] = await responses()
      const ref = { kind: 'formChase', subjectId: response!.id } as const
      await everyStepTwice(ref, 4)
      expect(await templatesOf(response!.id)).toHaveLength(6)
      expect((await templatesOf(id)).filter((name) => name === 'form.missing')).toHaveLength(1)
    })

    test('requested by hand is due in two weeks, and can be requested again with new links', async () => {
      const { templateId } = await createServiceWithForm(centre.ctx)
      const asked = { childId: centre.childId, templateId, ask: true }
      const response = await createFormResponse(centre.ctx, asked)
      await (await start('formChase', response.id)).result()
      expect(await statuses(response.id)).toMatchObject({ attention: 'DONE' })
      await env.sleep('2 days')
      clock.follow(await env.currentTimeMs())
      const again = await remindFormResponse(centre.ctx, { id: response.id })
      expect(Date.parse(again.dueAt!)).toBeGreaterThan(Date.parse(response.dueAt!))
      await (await start('formChase', response.id)).result()
      expect(await statuses(response.id)).toMatchObject({ 'request.1': 'DONE', request: 'DONE' })
    })
  })

  describe('an expiring consent', () => {
    const grant = (days: number | null, more: object = {}) =>
      grantConsent(centre.ctx, {
        childId: centre.childId,
        kind: 'TREATMENT',
        grantedById: guardianId,
        grantedAt: inDays(-1),
        evidence: 'Signed form.',
        ...(days !== null && { expiresAt: inDays(days) }),
        ...more,
      })

    test('sends reminders 30 and 7 days before, and goes to staff when it has expired', async () => {
      const { id, expiresAt } = await grant(60)
      expect(await wakesOf(id)).toBe(1)
      await (await start('consentExpiry', id)).result()
      const steps = await stepsOf(id)
      expect(await statuses(id)).toEqual({
        'reminder-30d': 'DONE',
        'reminder-7d': 'DONE',
        expired: 'DONE',
      })
      const end = Date.parse(expiresAt!)
      soon(steps['reminder-30d']!.happenedAt, new Date(end - 30 * DAY_MS))
      soon(steps['reminder-7d']!.happenedAt, new Date(end - 7 * DAY_MS))
      soon(steps['expired']!.happenedAt, new Date(end))
      expect(steps['expired']!.actionRequired).toBe('a consent has expired without a renewal')
      expect(await templatesOf(id)).toEqual(Array(4).fill('consent.expiring'))
      expect(await eventsOf(id)).toEqual(['consent.expired', 'consent.granted'])
      // Recording another consent settles the need for attention.
      clock.follow(await env.currentTimeMs())
      await grant(null)
      expect(await wakesOf(id)).toBe(2)
      await planSteps(centre.ctx, { kind: 'consentExpiry', subjectId: id })
      expect((await stepsOf(id))['expired']).toMatchObject({ status: 'DONE', actionRequired: null })
    })

    test('follows the terms of the centre', async () => {
      const patch = { consentReminderDays: [14] }
      await patchMessageSettings(centre.ctx, { version: undefined, patch })
      const { id } = await grant(60)
      await (await start('consentExpiry', id)).result()
      expect(await statuses(id)).toEqual({ 'reminder-14d': 'DONE', expired: 'DONE' })
    })

    test('ends with its revocation', async () => {
      const { id } = await grant(60)
      const run = await start('consentExpiry', id)
      await waitsFor(id, 'reminder-30d')
      await revokeConsent(centre.ctx, { id, reason: 'By letter.' })
      expect(await wakesOf(id)).toBe(2)
      await ends(run)
      expect(await followUp(id)).toMatchObject({ status: 'CANCELLED' })
      expect((await stepsOf(id))['expired']!.outcome).toBe('the consent was revoked')
    })

    test('ends with a longer consent of the same kind, and resumes when that is revoked', async () => {
      const { id } = await grant(60)
      const run = await start('consentExpiry', id)
      await waitsFor(id, 'reminder-30d')
      await grant(90, { kind: 'TELEHEALTH' })
      await grant(50)
      expect(await wakesOf(id)).toBe(2)
      const longer = await grant(null)
      expect(await wakesOf(id)).toBe(3)
      await ends(run)
      expect((await stepsOf(id))['expired']!.outcome).toBe('a longer consent is on record')
      await revokeConsent(centre.ctx, { id: longer.id, reason: 'By letter.' })
      expect(await wakesOf(id)).toBe(4)
      await (await start('consentExpiry', id)).result()
      expect(await statuses(id)).toMatchObject({ expired: 'DONE' })
    })

    test('is paused for an archived child until the child is restored', async () => {
      const { id } = await grant(60)
      const run = await start('consentExpiry', id)
      await waitsFor(id, 'reminder-30d')
      await archiveRecord(centre.ctx, { id: centre.childId }, childRecord)
      await ends(run)
      expect((await stepsOf(id))['expired']!.outcome).toBe('the child is archived')
      await restoreRecord(centre.ctx, { id: centre.childId }, childRecord)
      expect(await wakesOf(id)).toBe(3)
      await (await start('consentExpiry', id)).result()
      expect(await statuses(id)).toMatchObject({ expired: 'DONE' })
      expect(await templatesOf(id)).toHaveLength(4)
    })

    test('recorded before the feature existed is included', async () => {
      const { id } = await grant(60)
      const before = await wakesOf(id)
      await wakeWorkflows(centre.ctx)
      expect(await wakesOf(id)).toBe(before + 1)
    })

    test('notifies each guardian once and staff once, even if steps run twice', async () => {
      const { id } = await grant(60)
      const ref = { kind: 'consentExpiry', subjectId: id } as const
      await everyStepTwice(ref, 3)
      expect(await templatesOf(id)).toHaveLength(4)
      expect((await eventsOf(id)).filter((type) => type === 'consent.expired')).toHaveLength(1)
    })
  })
})
