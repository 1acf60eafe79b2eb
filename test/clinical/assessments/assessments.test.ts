import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAssessmentSchedule } from '#clinical/assessment-schedules/create-assessment-schedule.ts'
import { endAssessmentSchedule } from '#clinical/assessment-schedules/end-assessment-schedule.ts'
import { patchAssessmentSchedule } from '#clinical/assessment-schedules/patch-assessment-schedule.ts'
import { getAssessmentSchedule } from '#clinical/assessment-schedules/queries.ts'
import { CreateAssessmentSchedule } from '#clinical/assessment-schedules/schemas.ts'
import { completeAssessment } from '#clinical/assessments/complete-assessment.ts'
import { correctAssessment } from '#clinical/assessments/correct-assessment.ts'
import { getAssessment, listAssessments } from '#clinical/assessments/queries.ts'
import { CompleteAssessment } from '#clinical/assessments/schemas.ts'
import { getChildAssessmentTrends } from '#clinical/assessments/get-child-assessment-trends.ts'
import { waiveAssessment } from '#clinical/assessments/waive-assessment.ts'
import { mergeChild } from '#people/child-merges/merge-child.ts'
import { reverseChildMerge } from '#people/child-merges/reverse-child-merge.ts'
import { childRecord } from '#people/children/record.ts'
import { archiveRecord, restoreRecord } from '#platform/core/records/archive-record.ts'
import { createChild } from '#people/children/create-child.ts'
import { patchChild } from '#people/children/patch-child.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { createInstrument } from '#clinical/instruments/create-instrument.ts'
import { publishEdition } from '#clinical/instruments/publish-edition.ts'
import { CreateInstrument, PublishEdition } from '#clinical/instruments/schemas.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { patchProvider } from '#organization/providers/patch-provider.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { createDatabase, timeSkippingServer } from '../../support/servers.ts'
import { FollowingClock, skippingEnvironment } from '../../workflows/skipped-time.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openTestPlatform,
  startTestWorkers,
  type Centre,
} from '../../workflows/support.ts'

const DAY_MS = 86_400_000
const ZONE = 'Europe/Berlin'
const page = { limit: 100, sort: '-createdAt' } as const

const bandOf = (value: number) => ({
  scores: [{ key: 'talk', label: 'Talks' }],
  norms: [
    {
      score: 'talk',
      scale: 'standard score',
      fromMonths: 24,
      untilMonths: 48,
      rows: [{ rawFrom: 0, rawTo: 20, value }],
    },
  ],
})

describe('assessments', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let platform: OpenPlatform
  let centre: Centre
  let instrumentId: string
  beforeAll(async () => {
    const database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database, clock))
    centre = await createCentre(platform, database)
    const reachable = { id: centre.providerId, patch: { email: 'ana@example.org' } }
    await patchProvider(centre.ctx, reachable)
    instrumentId = (await newInstrument()).id
  })
  afterAll(() => stack.disposeAsync())

  const today = (days = 0) =>
    Temporal.PlainDate.from(dateIn(clock.now(), ZONE)).add({ days }).toString()
  const bornMonthsAgo = (months: number) =>
    Temporal.PlainDate.from(today()).subtract({ months }).toString()
  const newInstrument = () =>
    createInstrument(centre.ctx, CreateInstrument.parse({ name: 'Screening', ...bandOf(90) }))
  const newChild = (months = 30) =>
    createChild(centre.ctx, {
      firstName: 'Lena',
      lastName: 'W',
      birthDate: bornMonthsAgo(months),
      primaryProviderId: centre.providerId,
    })
  const schedule = async (childId: string, more: object) =>
    createAssessmentSchedule(
      centre.ctx,
      CreateAssessmentSchedule.parse({ childId, instrumentId, ...more }),
    )
  const complete = (id: string, talk: number, more: object = {}) =>
    completeAssessment(centre.ctx, {
      id,
      result: CompleteAssessment.parse({
        administeredOn: today(),
        rawScores: { talk },
        ...more,
      }),
    })
  const nextOf = async (id: string) => (await getAssessmentSchedule(centre.ctx, { id })).next
  const plan = (subjectId: string) =>
    planSteps(centre.ctx, { kind: 'assessmentReminder', subjectId })
  const stepsOf = async (subject: string) => {
    const { data } = await listFollowUps(centre.ctx, { ...page, subjectId: subject })
    return Object.fromEntries((data[0]?.steps ?? []).map((step) => [step.step, step]))
  }
  const eventsOf = async (subjectId: string) =>
    (await listEvents(centre.ctx, { ...page, subjectId })).data.map(({ type }) => type).toReversed()
  const mailsAbout = async (subjectId: string) =>
    (await listMessages(centre.ctx, { ...page, subjectId })).data
      .map(({ step }) => step)
      .toReversed()

  test('that are already overdue when they are planned become due and overdue immediately, with one notification', async () => {
    const child = await newChild()
    const made = await schedule(child.id, { timing: 'ONCE', startsOn: today(-100) })
    const { assessmentId: id } = made.next!
    for (;;) {
      const { next } = await plan(id)
      if (!next) break
      const ref = { kind: 'assessmentReminder', subjectId: id, ...next } as const
      const step = { ...ref, dueAt: new Date(next.dueAt) }
      expect(await runStep(centre.ctx, step)).not.toBeNull()
      expect(await runStep(centre.ctx, step)).toBeNull()
    }
    expect(await mailsAbout(id)).toEqual(['overdue'])
    expect(await eventsOf(id)).toEqual(['assessment.due', 'assessment.overdue'])
    expect((await stepsOf(id))['reminder-1']!.outcome).toBe('it is already overdue')
    await waiveAssessment(centre.ctx, { id, reason: 'Assessed elsewhere.' })
    expect(await getAssessmentSchedule(centre.ctx, { id: made.id })).toMatchObject({
      next: null,
      endedAt: expect.any(String) as string,
    })
  })

  test('one scheduled by age moves with a corrected birth date and becomes due once more', async () => {
    const child = await newChild(36)
    const { id: scheduleId, next } = await schedule(child.id, { timing: 'AT_AGE', months: 36 })
    const { assessmentId: id } = next!
    expect(next!.dueOn).toBe(today())
    const due = await plan(id)
    const ref = { kind: 'assessmentReminder', subjectId: id, step: 'due' } as const
    await runStep(centre.ctx, { ...ref, dueAt: new Date(due.next!.dueAt) })
    expect((await getAssessment(centre.ctx, { id })).status).toBe('DUE')

    await patchChild(centre.ctx, { id: child.id, patch: { birthDate: bornMonthsAgo(35) } })
    const moved = await nextOf(scheduleId)
    expect(moved).toMatchObject({ assessmentId: id, status: 'SCHEDULED' })
    expect(moved!.dueOn > today(25)).toBe(true)
    await plan(id)
    const steps = await stepsOf(id)
    expect(steps['due.1']).toMatchObject({ status: 'DONE' })
    expect(steps['due']).toMatchObject({ status: 'SCHEDULED' })
  })

  test('move with a changed schedule, and are waived when it ends', async () => {
    const child = await newChild()
    const { id, next } = await schedule(child.id, {
      timing: 'EVERY',
      startsOn: today(30),
      months: 6,
    })
    await expect(
      schedule(child.id, { timing: 'EVERY', startsOn: today(60), months: 12 }),
    ).rejects.toMatchObject({ code: 'already_exists' })
    await schedule(child.id, { timing: 'ONCE', startsOn: today(60) })
    await patchAssessmentSchedule(centre.ctx, { id, patch: { startsOn: today(40) } })
    expect((await nextOf(id))!.dueOn).toBe(today(40))
    await endAssessmentSchedule(centre.ctx, { id, reason: 'Moves away.' })
    expect(await getAssessment(centre.ctx, { id: next!.assessmentId })).toMatchObject({
      status: 'WAIVED',
      waiveReason: 'Moves away.',
    })
    expect(await nextOf(id)).toBeNull()
    await expect(
      patchAssessmentSchedule(centre.ctx, { id, patch: { months: 3 } }),
    ).rejects.toMatchObject({ code: 'invalid_transition' })
  })

  test('of an archived child send no reminders until the child is restored', async () => {
    const child = await newChild()
    const { next } = await schedule(child.id, { timing: 'ONCE', startsOn: today(5) })
    const { assessmentId: id } = next!
    await plan(id)
    await archiveRecord(centre.ctx, { id: child.id }, childRecord)
    expect((await plan(id)).next).toBeNull()
    expect((await stepsOf(id))['due']).toMatchObject({
      status: 'CANCELLED',
      outcome: 'the child is archived',
    })
    await restoreRecord(centre.ctx, { id: child.id }, childRecord)
    expect((await plan(id)).next).toMatchObject({ step: 'due' })
  })

  test('of merged children continue one schedule with all results, and separate again with the children', async () => {
    const [kept, other] = [await newChild(30), await newChild(31)]
    const every = { timing: 'EVERY', startsOn: today(5), months: 6 }
    const survivors = await schedule(kept.id, every)
    const duplicates = await schedule(other.id, every)
    await complete(duplicates.next!.assessmentId, 11)
    const at40 = await schedule(other.id, { timing: 'AT_AGE', months: 40 })

    const merge = await mergeChild(centre.ctx, { id: kept.id, duplicateId: other.id })
    const ofKept = await listAssessments(centre.ctx, { ...page, childId: kept.id })
    expect(ofKept.data.map(({ scheduleId, status }) => [scheduleId, status])).toEqual([
      [at40.id, 'SCHEDULED'],
      [duplicates.id, 'COMPLETED'],
      [survivors.id, 'SCHEDULED'],
    ])
    // By the birth date of the surviving record.
    const fortieth = Temporal.PlainDate.from(kept.birthDate).add({ months: 40 }).toString()
    expect((await nextOf(at40.id))!.dueOn).toBe(fortieth)
    const stayed = (await nextOf(duplicates.id))!.assessmentId
    expect((await plan(stayed)).next).toBeNull()

    await reverseChildMerge(centre.ctx, { id: merge.id })
    expect((await plan(stayed)).next).toMatchObject({ step: 'due' })
    expect((await nextOf(at40.id))!.dueOn).toBe(at40.next!.dueOn)
  })

  test('keep the edition a result was scored with, and score new results with the newest edition', async () => {
    const { id } = await newInstrument()
    const child = await newChild(30)
    const of = { instrumentId: id, timing: 'EVERY', months: 1 }
    const { id: scheduleId } = await schedule(child.id, { ...of, startsOn: today(-90) })
    const latest = async () => (await nextOf(scheduleId))!.assessmentId
    const first = await complete(await latest(), 10, { administeredOn: today(-60) })
    await publishEdition(centre.ctx, { id, definition: PublishEdition.parse(bandOf(105)) })
    await complete(await latest(), 12, { administeredOn: today(-30) })
    const third = await complete(await latest(), 14, { edition: 1 })
    await expect(complete(await latest(), 1, { edition: 9 })).rejects.toMatchObject({
      issues: [{ path: 'edition', code: 'not_found' }],
    })
    await expect(complete(await latest(), 1, { administeredOn: today(1) })).rejects.toMatchObject({
      issues: [{ code: 'in_the_future' }],
    })
    expect([first.edition, third.edition]).toEqual([1, 1])
    expect(await getAssessment(centre.ctx, { id: first.id })).toEqual(first)
    const { series } = await getChildAssessmentTrends(centre.ctx, { id: child.id })
    expect(series.map(({ scale, points }) => [scale, ...points.map(({ value }) => value)])).toEqual(
      [
        [null, 10, 12, 14],
        ['standard score', 90, 105, 90],
      ],
    )
    expect(series[0]).toMatchObject({
      sinceFirst: 4,
      sameEdition: false,
      verdict: 'NOT_ENOUGH_DATA',
    })
  })

  test('rescore a corrected result, keep the original answers, and move the next due date', async () => {
    const child = await newChild(20)
    const { id: scheduleId, next } = await schedule(child.id, {
      timing: 'EVERY',
      startsOn: today(-30),
      months: 6,
    })
    const { assessmentId: id } = next!
    const result = { administeredOn: today(-20), rawScores: { talk: 12 } }
    const correct = (more: object, reason: string) =>
      correctAssessment(centre.ctx, {
        id,
        result: CompleteAssessment.parse({ ...result, ...more }),
        reason,
      })
    await expect(correct({}, 'Too early.')).rejects.toMatchObject({ code: 'invalid_transition' })
    const first = await complete(id, 2, { administeredOn: today(-10) })
    expect(first.scores![0]!.norms[0]).toMatchObject({ missing: 'no_norms_for_age' })

    await correct({}, 'Another child’s sheet.')
    const dueOn = Temporal.PlainDate.from(today(-20)).add({ months: 6 }).toString()
    expect((await nextOf(scheduleId))!.dueOn).toBe(dueOn)
    await patchChild(centre.ctx, { id: child.id, patch: { birthDate: bornMonthsAgo(30) } })
    const last = await correct({}, 'The birth date was wrong.')
    expect(last).toMatchObject({ status: 'COMPLETED', ageMonths: 29, edition: 1 })
    expect(last.scores).toMatchObject([{ raw: 12, norms: [{ value: 90 }] }])
    expect(last.corrections.map(({ reason, before }) => [reason, before.scores![0]!.raw])).toEqual([
      ['Another child’s sheet.', 2],
      ['The birth date was wrong.', 12],
    ])
    const { items, scores, comment } = first
    expect(last.corrections[0]!.before).toMatchObject({ items, scores, comment })
    expect(await eventsOf(id)).toEqual([
      'assessment.completed',
      'assessment.corrected',
      'assessment.corrected',
    ])
  })

  test('use the dates of the named location', async () => {
    const timeZone = 'Pacific/Auckland'
    const { id: locationId } = await createLocation(centre.ctx, { name: 'Far away', timeZone })
    const child = await newChild()
    const on = dateIn(new Date(clock.now().getTime() + 5 * DAY_MS), timeZone)
    const { next } = await schedule(child.id, { timing: 'ONCE', startsOn: on, locationId })
    const { next: step } = await plan(next!.assessmentId)
    const nine = Temporal.Instant.from(step!.dueAt).toZonedDateTimeISO(timeZone)
    expect(nine.toPlainDateTime().toString()).toBe(`${on}T09:00:00`)
  })

  test.skipIf(!timeSkippingServer())(
    'go from due to overdue to escalated, and after the result to the next one',
    async () => {
      const env = await skippingEnvironment(platform.cipher.keys)
      stack.defer(() => env.teardown())
      const deliveries = createTestDeliveries(platform)
      const interceptors = clock.interceptors!
      const connection = env.nativeConnection
      stack.use(await startTestWorkers(platform, deliveries, { connection, interceptors }))
      clock.follow(await env.currentTimeMs())
      const child = await newChild()
      const made = await schedule(child.id, { timing: 'EVERY', startsOn: today(10), months: 6 })
      const { assessmentId: id } = made.next!
      const input = { tenantId: centre.tenantId, subjectId: id }
      const handle = await env.client.workflow.start('assessmentReminder', {
        taskQueue: TASK_QUEUE,
        workflowId: workflowIdOf('assessmentReminder', input),
        args: [input],
      })
      // One step at a time: jumping over a step would time out its activity.
      const reached = async (step: string, status: string) => {
        const { dueAt } = await eventually(async () => (await stepsOf(id))[step])
        await env.sleep(Math.max(Date.parse(dueAt) - (await env.currentTimeMs()), 0) + 10)
        clock.follow(await env.currentTimeMs())
        await eventually(async () => (await stepsOf(id))[step]!.status === 'DONE')
        expect((await getAssessment(centre.ctx, { id })).status).toBe(status)
      }
      await reached('due', 'DUE')
      expect(today()).toBe(made.next!.dueOn)
      await reached('reminder-1', 'DUE')
      await reached('overdue', 'OVERDUE')
      await reached('escalation', 'OVERDUE')
      const { overdue, escalation } = await stepsOf(id)
      expect(overdue!.actionRequired).toContain('is overdue')
      expect(escalation).toMatchObject({
        outcome: 'there is no supervisor to tell',
        actionRequired: expect.stringContaining('nobody has assessed') as string,
      })
      expect(await mailsAbout(id)).toEqual(['due', 'reminder-1', 'overdue'])

      // Nothing is left to do; the completion wakes it for one more check.
      await handle.result()
      const result = await complete(id, 12, { comment: 'Tired.' })
      expect((await plan(id)).next).toBeNull()
      expect(result).toMatchObject({ status: 'COMPLETED', edition: 1, administeredOn: today() })
      const settled = await stepsOf(id)
      expect([settled['overdue'], settled['escalation']]).toMatchObject([
        { actionRequired: null },
        { actionRequired: null },
      ])
      expect(await eventsOf(id)).toEqual([
        'assessment.due',
        'assessment.overdue',
        'assessment.completed',
      ])
      const sixMonthsOn = Temporal.PlainDate.from(today()).add({ months: 6 }).toString()
      expect(await nextOf(made.id)).toMatchObject({ dueOn: sixMonthsOn, status: 'SCHEDULED' })
      await expect(complete(id, 12)).rejects.toMatchObject({ code: 'invalid_transition' })
    },
    120_000,
  )
})
