import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMailCatcher, type MailCatcher } from '../../dev/mail-catcher.ts'
import { createBreakGlassGrant } from '#privacy/break-glass/create-break-glass-grant.ts'
import { endBreakGlassGrant } from '#privacy/break-glass/end-break-glass-grant.ts'
import { reviewBreakGlassGrant } from '#privacy/break-glass/review-break-glass-grant.ts'
import { grantConsent } from '#people/consents/grant-consent.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { workflowIdOf, type WorkflowName } from '#registry/workflows.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { wakeWorkflows } from '#messaging/follow-ups/wake-workflows.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { cancelProcessingRestrictionLifting } from '#privacy/processing-restrictions/cancel-processing-restriction-lifting.ts'
import {
  LIFT_NOTICE_MS,
  liftProcessingRestriction,
} from '#privacy/processing-restrictions/lift-processing-restriction.ts'
import { getProcessingRestriction } from '#privacy/processing-restrictions/queries.ts'
import { createProcessingRestriction } from '#privacy/processing-restrictions/start-restriction.ts'
import { createSmtpMailer } from '../../providers/mail/index.ts'
import { WAKE_SIGNAL } from '../../workflows/signals.ts'
import { TASK_QUEUE } from '../../workflows/task-queues.ts'
import { timeSkippingServer, type TestDatabase } from '../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../workflows/skipped-time.ts'
import { createCentre, createGuardian, eventually, type Centre } from '../workflows/support.ts'
import { cancelErasure } from '#privacy/erasures/cancel-erasure.ts'
import { createErasure } from '#privacy/erasures/create-erasure.ts'
import { approveAsAnother } from './erasures/schedule-erasure.ts'

const DAY_MS = 86_400_000
const page = { limit: 100, sort: '-createdAt' } as const

describe.skipIf(!timeSkippingServer())('privacy in skipped time', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let database: TestDatabase
  let platform: OpenPlatform
  let env: TestWorkflowEnvironment
  let catcher: MailCatcher
  let centre: Centre

  beforeAll(async () => {
    catcher = stack.use(
      await startMailCatcher({
        refuse: (address) => (address.startsWith('gone') ? { code: 550, text: 'no' } : undefined),
      }),
    )
    const mailer = stack.use(
      createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org', requireTls: false }),
    )
    const world = stack.use(await startSkippedWorld(clock, { mailer }))
    ;({ database, platform, env } = world)
  })
  beforeEach(async () => {
    clock.follow(await env.currentTimeMs())
    centre = await createCentre(platform, database)
  })
  afterAll(() => stack.disposeAsync())

  const start = (kind: WorkflowName, subjectId: string) => {
    const input = { tenantId: centre.tenantId, subjectId }
    const workflowId = workflowIdOf(kind, input)
    return env.client.workflow.start(kind, { taskQueue: TASK_QUEUE, workflowId, args: [input] })
  }
  const followUp = async (subject: string) => {
    const [found] = (await listFollowUps(centre.ctx, { ...page, subjectId: subject })).data
    return { ...found!, steps: Object.fromEntries(found!.steps.map((it) => [it.step, it])) }
  }
  const waitsFor = (subject: string, step: string) =>
    eventually(async () => {
      const [found] = (await listFollowUps(centre.ctx, { ...page, subjectId: subject })).data
      return found?.waitingOn === step
    })
  const statuses = async (subject: string) =>
    Object.entries((await followUp(subject)).steps).map(([step, it]) => `${step} ${it.status}`)
  const wakesOf = async (subjectId: string) => {
    const { rows } = await platform.database.system.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM outbox WHERE kind = 'workflow' AND subject_id = $1",
      [subjectId],
    )
    return rows[0]!.count
  }
  const mailsOf = async (subjectId: string) =>
    (await listMessages(centre.ctx, { ...page, subjectId })).data
  const soon = (happenedAt: string | null, due: number) => {
    expect(Date.parse(happenedAt!) - due).toBeGreaterThanOrEqual(-1_000)
    expect(Date.parse(happenedAt!) - due).toBeLessThan(60_000)
  }

  const open = () =>
    createBreakGlassGrant(centre.ctx, {
      childId: centre.childId,
      providerId: centre.providerId,
      reason: 'A seizure in the waiting room.',
      minutes: 60,
    })
  const withContact = (privacyContactEmail: string) =>
    patchMessageSettings(centre.ctx, { version: undefined, patch: { privacyContactEmail } })

  describe('an access outside the caseload', () => {
    test('sends reminders to review it one and three days later, and then needs attention', async () => {
      await withContact('privacy@example.org')
      const { id, expiresAt } = await open()
      expect(await wakesOf(id)).toBe(1)
      await (await start('breakGlassReview', id)).result()
      const { steps, status } = await followUp(id)
      expect(await statuses(id)).toEqual([
        'reminder DONE',
        'second-reminder DONE',
        'unreviewed DONE',
      ])
      const over = Date.parse(expiresAt)
      soon(steps['reminder']!.happenedAt, over + DAY_MS)
      soon(steps['second-reminder']!.happenedAt, over + 3 * DAY_MS)
      soon(steps['unreviewed']!.happenedAt, over + 7 * DAY_MS)
      expect(status).toBe('COMPLETED')
      expect(steps['unreviewed']!.actionRequired).toBe(
        'an access outside the caseload is unreviewed',
      )
      expect((await mailsOf(id)).map(({ template }) => template).toSorted()).toEqual([
        'break_glass.opened',
        'break_glass.unreviewed',
        'break_glass.unreviewed',
      ])

      await reviewBreakGlassGrant(centre.ctx, { id, review: { justified: true } })
      expect(await wakesOf(id)).toBe(2)
      await planSteps(centre.ctx, { kind: 'breakGlassReview', subjectId: id })
      expect((await followUp(id)).steps['unreviewed']!.actionRequired).toBeNull()
    })

    test('that ended early sends reminders from its end until it is reviewed', async () => {
      await withContact('privacy@example.org')
      const { id } = await open()
      const run = await start('breakGlassReview', id)
      await waitsFor(id, 'reminder')
      await endBreakGlassGrant(centre.ctx, { id })
      const { next } = await planSteps(centre.ctx, { kind: 'breakGlassReview', subjectId: id })
      expect(Math.abs(Date.parse(next!.dueAt) - clock.now().getTime() - DAY_MS)).toBeLessThan(
        60_000,
      )
      await reviewBreakGlassGrant(centre.ctx, { id, review: { justified: false } })
      await run.signal(WAKE_SIGNAL)
      await eventually(async () => (await run.describe()).status.name === 'COMPLETED')
      expect(new Set((await statuses(id)).map((it) => it.split(' ')[1]))).toEqual(
        new Set(['CANCELLED']),
      )
      expect((await followUp(id)).steps['reminder']!.outcome).toBe('the access was reviewed')
    })

    test('without a privacy contact reports it, and starts its reminders later', async () => {
      const { id } = await open()
      await wakeWorkflows(centre.ctx)
      expect(await wakesOf(id)).toBe(2)
      await (await start('breakGlassReview', id)).result()
      expect((await followUp(id)).steps['reminder']).toMatchObject({
        status: 'SKIPPED',
        actionRequired: expect.stringContaining('privacyContactEmail'),
      })
    })
  })

  describe('a requested erasure', () => {
    const ask = async () =>
      (await createErasure(centre.ctx, { childId: centre.childId, reason: 'x', graceDays: 7 })).id!

    test('is sent to the privacy contact immediately, again after one and two weeks, and then needs attention', async () => {
      await withContact('privacy@example.org')
      const askedAt = clock.now().getTime()
      const id = await ask()
      await (await start('erasureApproval', id)).result()
      const { steps, status } = await followUp(id)
      expect(await statuses(id)).toEqual([
        'notice DONE',
        'reminder DONE',
        'second-reminder DONE',
        'unapproved DONE',
      ])
      soon(steps['notice']!.happenedAt, askedAt)
      soon(steps['reminder']!.happenedAt, askedAt + 7 * DAY_MS)
      soon(steps['second-reminder']!.happenedAt, askedAt + 14 * DAY_MS)
      soon(steps['unapproved']!.happenedAt, askedAt + 21 * DAY_MS)
      expect([status, (await mailsOf(id)).map(({ template }) => template)]).toEqual([
        'COMPLETED',
        Array(3).fill('erasure.requested'),
      ])
      expect(steps['unapproved']!.actionRequired).toContain('within a month')
      await cancelErasure(centre.ctx, { id })
      await planSteps(centre.ctx, { kind: 'erasureApproval', subjectId: id })
      expect((await followUp(id)).steps['unapproved']!.actionRequired).toBeNull()
    })

    test('sends no reminders after a second person has approved it', async () => {
      const id = await ask()
      const run = await start('erasureApproval', id)
      await waitsFor(id, 'reminder')
      expect((await followUp(id)).steps['notice']).toMatchObject({
        status: 'SKIPPED',
        actionRequired: expect.stringContaining('privacyContactEmail'),
      })
      await approveAsAnother(centre.ctx, id)
      await run.signal(WAKE_SIGNAL)
      await run.result()
      expect((await followUp(id)).steps['reminder']!.outcome).toBe('the erasure was decided on')
      await cancelErasure(centre.ctx, { id })
    })
  })

  describe('lifting a restriction', () => {
    const restrict = () =>
      createProcessingRestriction(centre.ctx, {
        childId: centre.childId,
        ground: 'OBJECTION',
        reason: 'Objects.',
      })
    const announce = (id: string) =>
      liftProcessingRestriction(centre.ctx, { id, lift: { reason: 'Outweighed.' } })
    const restriction = (id: string) => getProcessingRestriction(centre.ctx, { id })
    /** Like the relay: the messages of a subject, each by its own run. */
    const sendAll = async (id: string) => {
      for (const message of await mailsOf(id))
        if (message.status === 'QUEUED') await (await start('messageDelivery', message.id)).result()
    }

    test('notifies the guardians and happens a day later', async () => {
      await createGuardian(centre, { name: 'Mara Weiss', email: 'mara@example.org' })
      await createGuardian(centre, { name: 'Tom Weiss', email: null })
      const consent = await grantConsentOf(centre)
      const { id } = await restrict()
      const announced = await announce(id)
      expect(announced).toMatchObject({ status: 'LIFTING', liftedAt: null })
      expect(Date.parse(announced.liftsAt!) - clock.now().getTime()).toBeGreaterThan(
        LIFT_NOTICE_MS - 60_000,
      )
      const run = await start('restrictionLifting', id)
      await waitsFor(id, 'lift')
      expect(await mailsOf(id)).toMatchObject([{ template: 'restriction.lifting' }])
      await sendAll(id)
      const before = await wakesOf(consent.id)
      await run.result()
      const lifted = await restriction(id)
      expect(lifted).toMatchObject({ status: 'LIFTED', notifiedBy: null })
      soon(lifted.liftedAt, Date.parse(announced.liftsAt!))
      expect(await statuses(id)).toEqual(['tell DONE', 'lift DONE'])
      expect(await wakesOf(consent.id)).toBe(before + 1)
      expect(catcher.mails.at(-1)!.text).toContain('If you do not agree')
    })

    test('waits if nobody could be notified, until somebody has told the guardians', async () => {
      await createGuardian(centre, { name: 'Mara Weiss', email: 'gone@example.org' })
      const { id } = await restrict()
      await announce(id)
      const run = await start('restrictionLifting', id)
      await waitsFor(id, 'lift')
      await sendAll(id)
      await run.result()
      expect(await restriction(id)).toMatchObject({ status: 'OPEN', liftsAt: null })
      expect((await followUp(id)).steps['lift']).toMatchObject({
        status: 'SKIPPED',
        actionRequired: expect.stringContaining('notifiedBy'),
      })
      const lift = { reason: 'Outweighed.', notifiedBy: 'On the phone.' }
      await liftProcessingRestriction(centre.ctx, { id, lift })
      await planSteps(centre.ctx, { kind: 'restrictionLifting', subjectId: id })
      expect((await followUp(id)).steps['lift']!.actionRequired).toBeNull()
      expect(await restriction(id)).toMatchObject({ status: 'LIFTED', notifiedBy: 'On the phone.' })
    })

    test('is withdrawn when they object, and can be requested again', async () => {
      await createGuardian(centre, { name: 'Mara Weiss', email: 'mara@example.org' })
      const { id } = await restrict()
      await announce(id)
      await expect(announce(id)).rejects.toMatchObject({ code: 'invalid_transition' })
      const ref = { kind: 'restrictionLifting', subjectId: id } as const
      const told = await planSteps(centre.ctx, ref)
      await runStep(centre.ctx, { ...ref, step: 'tell', dueAt: new Date(told.next!.dueAt) })
      expect(await cancelProcessingRestrictionLifting(centre.ctx, { id })).toMatchObject({
        status: 'OPEN',
      })
      expect(await planSteps(centre.ctx, ref)).toEqual({ next: null })
      expect(await statuses(id)).toEqual(['tell DONE', 'lift CANCELLED'])
      await expect(cancelProcessingRestrictionLifting(centre.ctx, { id })).rejects.toMatchObject({
        code: 'invalid_transition',
      })
      await announce(id)
      const again = await planSteps(centre.ctx, ref)
      expect(again.next).toMatchObject({ step: 'tell' })
      const due = { ...ref, step: 'tell', dueAt: new Date(again.next!.dueAt) }
      await runStep(centre.ctx, due)
      expect(await runStep(centre.ctx, due)).toBeNull()
      expect(await mailsOf(id)).toHaveLength(2)
    })

    test('requires a note on how the guardians were told if nobody has an address', async () => {
      await createGuardian(centre, { name: 'Mara Weiss', email: null })
      const { id } = await restrict()
      await expect(announce(id)).rejects.toMatchObject({
        code: 'validation_failed',
        issues: [{ path: 'notifiedBy', code: 'required' }],
      })
    })
  })

  const grantConsentOf = async ({ ctx, childId }: Centre) => {
    const grantedById = await createGuardian(centre, { name: 'Ina Weiss', email: null })
    return grantConsent(ctx, {
      childId,
      kind: 'TREATMENT',
      grantedById,
      grantedAt: clock.now(),
      expiresAt: new Date(clock.now().getTime() + 90 * DAY_MS),
      evidence: 'Form',
    }).then(async (consent) => {
      await planSteps(ctx, { kind: 'consentExpiry', subjectId: consent.id })
      return consent
    })
  }

  // Last, because it moves the clock past that of the server.
  test('sends each reminder once, even if steps run twice', async () => {
    await withContact('privacy@example.org')
    const { id } = await open()
    const ref = { kind: 'breakGlassReview', subjectId: id } as const
    for (let step = 0; step < 3; step += 1) {
      const { next } = await planSteps(centre.ctx, ref)
      expect(await planSteps(centre.ctx, ref)).toEqual({ next })
      clock.follow(Date.parse(next!.dueAt))
      const due = { ...ref, step: next!.step, dueAt: new Date(next!.dueAt) }
      expect(await runStep(centre.ctx, due)).toMatchObject({ status: 'DONE' })
      expect(await runStep(centre.ctx, due)).toBeNull()
    }
    expect(await planSteps(centre.ctx, ref)).toEqual({ next: null })
    expect(await mailsOf(id)).toHaveLength(3)
  })
})
