import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeAppointment } from '#scheduling/appointments/complete-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { patchChild } from '#people/children/patch-child.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { workflowIdOf, type WorkflowName } from '#registry/workflows.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { acknowledgeGoalReview } from '#clinical/goals/acknowledge-goal-review.ts'
import { createGoal } from '#clinical/goals/create-goal.ts'
import { cancelGoal } from '#clinical/goals/cancel-goal.ts'
import { listGoalReviews } from '#clinical/goals/queries.ts'
import { recordGoalMeasurement } from '#clinical/goals/record-goal-measurement.ts'
import { CreateGoal } from '#clinical/goals/schemas.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { findLink } from '#messaging/links/find-link.ts'
import { linkContext } from '#messaging/links/link-context.ts'
import { viewLink } from '#messaging/links/view-link.ts'
import { redeemLink } from '#messaging/links/redeem-link.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { addSessionNote } from '#clinical/notes/add-session-note.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import { createSession } from '#clinical/sessions/create-session.ts'
import { listSessions } from '#clinical/sessions/queries.ts'
import { CreateSession } from '#clinical/sessions/schemas.ts'
import { createSupervision } from '#organization/supervisions/create-supervision.ts'
import { WAKE_SIGNAL } from '../../workflows/signals.ts'
import { TASK_QUEUE } from '../../workflows/task-queues.ts'
import { timeSkippingServer, type TestDatabase } from '../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../workflows/skipped-time.ts'
import { createCentre, eventually, type Centre } from '../workflows/support.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const page = { limit: 100, sort: '-createdAt' } as const
const SOAP = { subjective: 'x', objective: '', assessment: '', plan: '', sign: true }

describe.skipIf(!timeSkippingServer())('follow-ups for therapists, then supervisors', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let database: TestDatabase
  let platform: OpenPlatform
  let centre: Centre
  let env: TestWorkflowEnvironment
  let supervisorId: string

  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    ;({ database, platform, env } = world)
  })
  beforeEach(async () => {
    clock.follow(await env.currentTimeMs())
    centre = await createCentre(platform, database)
    const { childId, ctx, providerId } = centre
    await patchChild(ctx, { id: childId, patch: { primaryProviderId: providerId } })
    const person = CreateProvider.parse({ name: 'Ben Ott', email: 'ben@example.com' })
    supervisorId = (await createProvider(ctx, person)).id
    await createSupervision(ctx, { providerId, supervisorId })
  })
  afterAll(() => stack.disposeAsync())

  const run = (workflow: WorkflowName, subjectId: string) => {
    const input = { tenantId: centre.tenantId, subjectId }
    const workflowId = workflowIdOf(workflow, input)
    return env.client.workflow.start(workflow, {
      taskQueue: TASK_QUEUE,
      workflowId,
      args: [input],
    })
  }
  const followUp = async (subject: string) => {
    const { data } = await listFollowUps(centre.ctx, { ...page, subjectId: subject })
    const [record] = data.filter(({ kind }) => kind !== 'APPOINTMENT_LIFECYCLE')
    const steps = Object.fromEntries((record?.steps ?? []).map((step) => [step.step, step]))
    return { ...record, steps }
  }
  const told = async (subjectId: string) => {
    const { data } = await listMessages(centre.ctx, { ...page, subjectId })
    return data.toReversed().map(({ recipientId, template }) => [template, recipientId])
  }
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const newGoal = () =>
    createGoal(
      centre.ctx,
      CreateGoal.parse({
        childId: centre.childId,
        area: 'Articulation',
        title: 'Says /r/ in words',
        unit: 'percent',
        baseline: { value: 20 },
        target: { value: 80 },
      }),
    )
  const measure = (id: string, days: number, value: number) =>
    recordGoalMeasurement(centre.ctx, {
      id,
      measurement: { measuredAt: ago(days), result: { value } },
    })
  /** A regressing goal and the review it triggers. */
  const regressing = async () => {
    const goal = await newGoal()
    for (const [index, value] of [60, 50, 40, 30, 25].entries())
      await measure(goal.id, 10 - index, value)
    const { data } = await listGoalReviews(centre.ctx, { ...page, goalId: goal.id })
    return { goalId: goal.id, reviewId: data[0]!.id, reviews: data.length }
  }
  const after = (at: string, since: number, hours: number) => {
    const late = Date.parse(at) - (since + hours * HOUR_MS)
    expect(late).toBeGreaterThanOrEqual(-1_000)
    expect(late).toBeLessThan(60_000)
  }

  test('a regressing goal asks and reminds its therapist and notifies the supervisor once', async () => {
    const { reviewId, goalId, reviews } = await regressing()
    expect(reviews).toBe(1)
    const foundAt = clock.now().getTime()
    const { providerId } = centre
    await (await run('childProgressFollowUp', reviewId)).result()
    const { steps, status } = await followUp(reviewId)
    expect(status).toBe('COMPLETED')
    after(steps['ask']!.happenedAt!, foundAt, 0)
    after(steps['remind']!.happenedAt!, foundAt, 3 * 24)
    after(steps['escalate']!.happenedAt!, foundAt, 7 * 24)
    expect(steps['escalate']).toMatchObject({
      outcome: `e-mail to the supervisor ${supervisorId}`,
      actionRequired: 'nobody has answered about the goal within a week',
    })
    const template = 'progress.review'
    expect(await told(reviewId)).toEqual([
      [template, providerId],
      [template, providerId],
      [template, supervisorId],
    ])
    // The same finding does not open another review.
    clock.follow(await env.currentTimeMs())
    await measure(goalId, 0, 20)
    const { data } = await listGoalReviews(centre.ctx, { ...page, goalId })
    expect(data.map(({ id }) => id)).toEqual([reviewId])
    // A late answer ends the need for attention.
    await acknowledgeGoalReview(centre.ctx, { id: reviewId, response: 'Single sounds again.' })
    await (await run('childProgressFollowUp', reviewId)).result()
    const seen = await followUp(reviewId)
    expect(seen.steps['escalate']!.actionRequired).toBeNull()
    expect(await told(reviewId)).toHaveLength(3)
  })

  test('an answer through the link ends it, and the single-use link records who was asked', async () => {
    const { reviewId } = await regressing()
    const { providerId, ctx } = centre
    const handle = await run('childProgressFollowUp', reviewId)
    await eventually(async () => (await followUp(reviewId)).waitingOn === 'remind')
    const { path } = await transact(ctx, 'messages:write', (tx) =>
      createLink(tx, {
        purpose: 'goal-review',
        subject: { type: 'goalReview', id: reviewId },
        recipientId: providerId,
        language: 'en',
        expiresAt: new Date(tx.now.getTime() + HOUR_MS),
      }),
    )
    const link = await findLink(platform, path.slice('/links/'.length))
    const visitor = linkContext(ctx, link)
    const { paragraphs } = await viewLink(visitor, link)
    expect(paragraphs[0]).toBe(
      'The latest measurements of a goal of Mira are moving away from its target.',
    )
    await expect(redeemLink(visitor, link, { response: ' ' })).rejects.toMatchObject({
      code: 'validation_failed',
    })
    await redeemLink(visitor, link, { response: 'Back to single sounds.' })
    await expect(redeemLink(visitor, link, { response: 'Again' })).rejects.toMatchObject({
      code: 'link_used',
    })
    const { data } = await listGoalReviews(ctx, { ...page })
    expect(data.find(({ id }) => id === reviewId)).toMatchObject({
      status: 'ACKNOWLEDGED',
      response: 'Back to single sounds.',
      acknowledgedBy: providerId,
    })
    await handle.signal(WAKE_SIGNAL)
    await handle.result()
    const { steps, status } = await followUp(reviewId)
    expect(status).toBe('COMPLETED')
    expect(steps['remind']).toMatchObject({
      status: 'CANCELLED',
      outcome: 'the review is ACKNOWLEDGED',
    })
    await expect(
      acknowledgeGoalReview(ctx, { id: reviewId, response: 'Twice' }),
    ).rejects.toMatchObject({ code: 'invalid_transition' })
  })

  test('measurements that resolve the finding end it, and so does the end of the goal', async () => {
    const mended = await regressing()
    const closed = await regressing()
    const handles = [
      await run('childProgressFollowUp', mended.reviewId),
      await run('childProgressFollowUp', closed.reviewId),
    ]
    for (const { reviewId } of [mended, closed])
      await eventually(async () => (await followUp(reviewId)).waitingOn === 'remind')
    clock.follow(await env.currentTimeMs())
    for (const [index, value] of [40, 50, 60, 65, 70, 72, 75, 78, 79].entries())
      await measure(mended.goalId, 4 - index * 0.4, value)
    await cancelGoal(centre.ctx, { id: closed.goalId, reason: 'Moved away' })
    // Notify both before waiting for a result, because time is skipped from then on.
    for (const handle of handles) await handle.signal(WAKE_SIGNAL)
    for (const handle of handles) await handle.result()
    for (const { reviewId } of [mended, closed])
      expect(await followUp(reviewId)).toMatchObject({
        status: 'CANCELLED',
        steps: { remind: { status: 'CANCELLED', outcome: 'the review is RESOLVED' } },
      })
  })

  test('a follow-up without a recipient needs attention', async () => {
    centre = await createCentre(platform, database)
    const { reviewId } = await regressing()
    await (await run('childProgressFollowUp', reviewId)).result()
    const { steps } = await followUp(reviewId)
    expect(steps['ask']).toMatchObject({ actionRequired: 'the child has no therapist to ask' })
    expect(steps['escalate']).toMatchObject({
      actionRequired: 'nobody has answered about the goal within a week; there is no supervisor',
    })
  })

  const unscheduled = (more: object = {}) => {
    const { childId, providerId } = centre
    const input = { childId, providerId, startedAt: ago(0).toISOString() }
    return createSession(centre.ctx, {
      ...CreateSession.parse(input),
      startedAt: new Date(clock.now().getTime() - 2_000),
      endedAt: new Date(clock.now().getTime() - 1_000),
      ...more,
    })
  }

  test('an unscheduled session without a note causes a request to its therapist after a day and to the supervisor after two days', async () => {
    const { id } = await unscheduled()
    const at = clock.now().getTime()
    await (await run('sessionFollowUp', id)).result()
    const { steps, status } = await followUp(id)
    expect(status).toBe('COMPLETED')
    after(steps['note-missing']!.happenedAt!, at, 24)
    after(steps['note-missing-supervisor']!.happenedAt!, at, 48)
    expect(steps['note-missing-supervisor']).toMatchObject({
      actionRequired: 'the note has been missing for two days',
    })
    expect(await told(id)).toEqual([
      ['session_note.overdue', centre.providerId],
      ['session_note.overdue', supervisorId],
    ])
    await addSessionNote(centre.ctx, { id, note: SOAP })
    await (await run('sessionFollowUp', id)).result()
    expect((await followUp(id)).steps['note-missing-supervisor']!.actionRequired).toBeNull()
  })

  test('a note in time ends the requests, and the session of an absent child causes none', async () => {
    const { id } = await unscheduled()
    const handle = await run('sessionFollowUp', id)
    await eventually(async () => (await followUp(id)).waitingOn === 'note-missing')
    await addSessionNote(centre.ctx, { id, note: SOAP })
    await handle.signal(WAKE_SIGNAL)
    await handle.result()
    expect((await followUp(id)).steps['note-missing']).toMatchObject({
      status: 'CANCELLED',
      outcome: 'the note is signed',
    })
    const absent = await unscheduled({ attendance: 'ABSENT' })
    await (await run('sessionFollowUp', absent.id)).result()
    expect(await followUp(absent.id)).toMatchObject({ status: 'COMPLETED', steps: {} })
  })

  test('an appointment without a note notifies the supervisor a day after the therapist', async () => {
    const { childId, providerId, ctx } = centre
    const { id } = await createAppointment(ctx, {
      childId,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt: new Date(clock.now().getTime() + HOUR_MS),
    })
    await completeAppointment(ctx, { id })
    const at = clock.now().getTime()
    await (await run('appointmentFollowUp', id)).result()
    const { steps } = await followUp(id)
    after(steps['note-missing']!.happenedAt!, at, 24)
    after(steps['note-missing-supervisor']!.happenedAt!, at, 48)
    const { data } = await listSessions(ctx, { ...page, appointmentId: id })
    expect(await told(data[0]!.id)).toEqual([['session_note.overdue', supervisorId]])
    expect(await told(id)).toEqual([['session_note.missing', providerId]])
    await addSessionNote(ctx, { id: data[0]!.id, note: SOAP })
    await (await run('appointmentFollowUp', id)).result()
    expect((await followUp(id)).steps['note-missing-supervisor']!.actionRequired).toBeNull()
  })
})
