import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MockActivityEnvironment } from '@temporalio/testing'
import { createActivities, type Activities } from '../../activities/index.ts'
import { exampleFor } from '../../api/documents/examples.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { createClockSet } from '#early-intervention/clocks/create-clock-set.ts'
import { listDeadlineRecalculations } from '#early-intervention/clocks/queries.ts'
import { CreateClockSet } from '#early-intervention/clocks/schemas.ts'
import { createClosure } from '#organization/closures/create-closure.ts'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { completeAppointment } from '#scheduling/appointments/complete-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { getAppointment, listAppointments } from '#scheduling/appointments/queries.ts'
import { createChild } from '#people/children/create-child.ts'
import { CreateChild } from '#people/children/schemas.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { createGoal } from '#clinical/goals/create-goal.ts'
import { listGoalReviews } from '#clinical/goals/queries.ts'
import { recordGoalMeasurement } from '#clinical/goals/record-goal-measurement.ts'
import { CreateGoal } from '#clinical/goals/schemas.ts'
import { listProviderDocuments } from '#clinical/attachments/queries.ts'
import { createLead } from '#marketplace/leads/lead/create-lead.ts'
import { getLead } from '#marketplace/leads/lead/queries.ts'
import { CreateLead } from '#marketplace/leads/lead/schemas.ts'
import { createOnboardingPlan } from '#marketplace/onboarding-plans/create-onboarding-plan.ts'
import { publishOnboardingPlan } from '#marketplace/onboarding-plans/publish-onboarding-plan.ts'
import { CreateOnboardingPlan } from '#marketplace/onboarding-plans/schemas.ts'
import {
  getProviderOnboarding,
  loadProviderOnboarding,
} from '#marketplace/provider-onboardings/queries.ts'
import { rejectProviderOnboarding } from '#marketplace/provider-onboardings/reject-provider-onboarding.ts'
import { StartProviderOnboarding } from '#marketplace/provider-onboardings/schemas.ts'
import { startProviderOnboarding } from '#marketplace/provider-onboardings/start-provider-onboarding.ts'
import { createHold } from '#scheduling/holds/create-hold.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import { createSeries } from '#scheduling/series/create-series.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createSession } from '#clinical/sessions/create-session.ts'
import { CreateSession } from '#clinical/sessions/schemas.ts'
import { createSupervision } from '#organization/supervisions/create-supervision.ts'
import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { listWaitlistOffers } from '#scheduling/waitlist/queries.ts'
import { CreateWaitlistEntry } from '#scheduling/waitlist/schemas.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { listDeliveries } from '#webhooks/endpoints/queries.ts'
import { startRecovery } from '#webhooks/recoveries/start-recovery.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'
import { respond, startReceiver } from '../support/receivers.ts'
import { createDatabase } from '../support/servers.ts'
import {
  createCentre,
  createGuardian,
  createTestDeliveries,
  openTestPlatform,
  type Centre,
} from './support.ts'
import { sendDocument } from '../marketplace/send-document.ts'

const page = { limit: 100, sort: '-createdAt' } as const

/** Temporal guarantees at least once: repeating an activity must add nothing. */
describe('activities that run twice', () => {
  const stack = new AsyncDisposableStack()
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) }
  let platform: OpenPlatform
  let centre: Centre
  let activities: Activities

  beforeAll(async () => {
    const database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database, clock))
    centre = await createCentre(platform, database)
    const deliveries = createTestDeliveries(platform)
    activities = createActivities({ platform, deliveries, gateway: createSandboxGateway() })
  })
  afterAll(() => stack.disposeAsync())

  const twice = async <T>(run: () => Promise<T>): Promise<[T, T]> => {
    const once = () => new MockActivityEnvironment().run(run) as Promise<T>
    return [await once(), await once()]
  }
  /** Plans and runs all steps of a follow-up, everything twice, and returns them. */
  const everyStepTwice = async (input: Parameters<Activities['planSteps']>[0]) => {
    const steps: string[] = []
    for (;;) {
      const [{ next }, again] = await twice(() => activities.planSteps(input))
      expect(again.next).toEqual(next)
      if (!next) return steps
      steps.push(next.step)
      clock.offsetMs = Math.max(clock.offsetMs, Date.parse(next.dueAt) - Date.now())
      await twice(() => activities.runStep({ ...input, ...next }))
    }
  }
  const book = (days: number) =>
    createAppointment(centre.ctx, {
      childId: centre.childId,
      providerId: centre.providerId,
      type: 'THERAPY_SESSION',
      startsAt: new Date(clock.now().getTime() + days * 86_400_000),
    })
  const eventsOf = async (subjectId: string) =>
    (await listEvents(centre.ctx, { ...page, subjectId })).data.map(({ type }) => type)
  const followUp = async (subject: string) =>
    (await listFollowUps(centre.ctx, { ...page, subjectId: subject })).data

  test('planSteps: one follow-up, the same next step', async () => {
    const { id } = await book(10)
    const input = {
      tenantId: centre.tenantId,
      subjectId: id,
      kind: 'appointmentLifecycle',
    } as const
    const [first, second] = await twice(() => activities.planSteps(input))
    expect(second).toEqual(first)
    const records = await followUp(id)
    expect(records).toHaveLength(1)
    expect(records[0]!.steps).toHaveLength(3)
  })

  test('runStep: one reminder, one no-show', async () => {
    const { id } = await book(12)
    const input = {
      tenantId: centre.tenantId,
      subjectId: id,
      kind: 'appointmentLifecycle',
    } as const
    for (let step = 0; step < 3; step += 1) {
      const [{ next }] = await twice(() => activities.planSteps(input))
      clock.offsetMs = Date.parse(next!.dueAt) - Date.now()
      await twice(() => activities.runStep({ ...input, ...next! }))
    }
    expect((await eventsOf(id)).toReversed()).toEqual([
      'booking.created',
      'appointment.reminder_due',
      'appointment.reminder_due',
      'appointment.no_show',
    ])
    expect((await getAppointment(centre.ctx, { id })).status).toBe('NO_SHOW')
  })

  test('planSteps and runStep: one e-mail to each guardian, whatever runs twice', async () => {
    await createGuardian(centre, { name: 'Mara Weiss', email: 'mara@example.com' })
    const { id } = await book(14)
    await completeAppointment(centre.ctx, { id })
    const kind = 'appointmentFollowUp' as const
    const input = { tenantId: centre.tenantId, subjectId: id, kind }
    expect(await everyStepTwice(input)).toHaveLength(4)
    const { data } = await listMessages(centre.ctx, { ...page, subjectId: id })
    expect(data.map(({ template }) => template).toSorted()).toEqual([
      'feedback.request',
      'rebooking.offer',
      'session_note.missing',
    ])
  })

  test('planSteps and runStep of a freed slot: each offer is made once and ends once', async () => {
    const { id } = await book(60)
    const service = await createService(
      centre.ctx,
      CreateService.parse({ code: 'ON_LIST', name: 'On the list', durationMinutes: 45, amount: 1 }),
    )
    for (const name of ['Aya', 'Ben']) {
      const person = { firstName: name, lastName: 'Marker-Surname', birthDate: '2021-04-30' }
      const { id: childId } = await createChild(centre.ctx, CreateChild.parse(person))
      const entry = { childId, serviceIds: [service.id] }
      await createWaitlistEntry(centre.ctx, CreateWaitlistEntry.parse(entry))
    }
    await cancelAppointment(centre.ctx, { id, initiator: 'CLIENT', reason: 'Ill' })
    const [slot] = await read(centre.ctx, 'appointments:read', (reader) =>
      reader.sql<{ id: string }>('SELECT id FROM freed_slots WHERE appointment_id = $1', [id]),
    )
    const kind = 'waitlistOffer' as const
    const input = { tenantId: centre.tenantId, subjectId: slot!.id, kind }
    expect(await everyStepTwice(input)).toEqual([
      'offer-1',
      'expiry-1',
      'offer-2',
      'expiry-2',
      'offer-3',
    ])
    const { data } = await listWaitlistOffers(centre.ctx, { ...page, freedSlotId: slot!.id })
    expect(data.map(({ status }) => status)).toEqual(['EXPIRED', 'EXPIRED'])
    for (const offer of data)
      expect((await eventsOf(offer.id)).toSorted()).toEqual([
        'waitlist.expired',
        'waitlist.offered',
      ])
  })

  test('planSteps and runStep of a goal review and a session: each person is notified once', async () => {
    const { childId, providerId } = centre
    const day = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
    const { id: supervisorId } = await createProvider(
      centre.ctx,
      CreateProvider.parse({ name: 'B' }),
    )
    await createSupervision(centre.ctx, { providerId, supervisorId })
    const session = await createSession(centre.ctx, {
      ...CreateSession.parse({ childId, providerId, startedAt: '2026-01-01T10:00:00Z' }),
      startedAt: day(1),
      endedAt: day(1),
    })
    const goal = await createGoal(
      centre.ctx,
      CreateGoal.parse({
        childId,
        area: 'a',
        title: 'b',
        unit: 'c',
        baseline: { value: 20 },
        target: { value: 80 },
      }),
    )
    for (const days of [1, 2, 3, 4, 5])
      await recordGoalMeasurement(centre.ctx, {
        id: goal.id,
        measurement: { measuredAt: day(days), result: { value: 20 + days } },
      })
    const { data: reviews } = await listGoalReviews(centre.ctx, { ...page, goalId: goal.id })
    for (const [kind, subjectId, told] of [
      ['childProgressFollowUp', reviews[0]!.id, [providerId, providerId, supervisorId]],
      ['sessionFollowUp', session.id, [providerId, supervisorId]],
    ] as const) {
      await everyStepTwice({ tenantId: centre.tenantId, subjectId, kind })
      const { data } = await listMessages(centre.ctx, { ...page, subjectId })
      expect(data.map(({ recipientId }) => recipientId).toReversed()).toEqual(told)
    }
    expect(await eventsOf(reviews[0]!.id)).toEqual(['goal.review_escalated', 'goal.needs_review'])
  })

  test('releaseExpiredHolds: each hold is released once', async () => {
    const { id } = await createHold(centre.ctx, {
      childId: centre.childId,
      providerId: centre.providerId,
      type: 'THERAPY_SESSION',
      startsAt: new Date(clock.now().getTime() + 20 * 86_400_000),
      minutes: 5,
    })
    clock.offsetMs += 6 * 60_000
    const input = { tenantId: centre.tenantId, subjectId: centre.tenantId }
    const ends = await twice(() => activities.releaseExpiredHolds(input))
    expect(ends).toEqual([{ nextAt: null }, { nextAt: null }])
    expect(await eventsOf(id)).toEqual(['hold.released'])
  })

  test('carryOutSeries: each occurrence is booked once, and the end is announced once', async () => {
    const series = await createSeries(centre.ctx, {
      childId: centre.childId,
      providerId: centre.providerId,
      type: 'THERAPY_SESSION',
      startsOn: dateIn(new Date(clock.now().getTime() + 200 * 86_400_000), 'Europe/Berlin'),
      startTime: '10:00',
      rule: 'FREQ=WEEKLY;COUNT=70',
    })
    const input = { tenantId: centre.tenantId, subjectId: series.id }
    const rounds = [
      ...(await twice(() => activities.carryOutSeries(input))),
      ...(await twice(() => activities.carryOutSeries(input))),
    ]
    expect(rounds).toEqual([{ left: true }, { left: false }, { left: false }, { left: false }])
    const { data } = await listAppointments(centre.ctx, {
      ...page,
      sort: 'startsAt',
      seriesId: series.id,
      'startsAt[gte]': undefined,
      'startsAt[lt]': undefined,
    })
    expect(data).toHaveLength(70)
    expect(await eventsOf(series.id)).toEqual(['series.processed'])
  })

  test('moveClocks: every program is moved once', async () => {
    await createClockSet(centre.ctx, exampleFor(CreateClockSet) as CreateClockSet)
    const closure = { name: 'Christmas', startsOn: '2026-12-25' }
    const { id: closureId } = await createClosure(centre.ctx, closure)
    const recalculation = async () =>
      (await listDeadlineRecalculations(centre.ctx, { ...page, closureId })).data[0]!
    const input = { tenantId: centre.tenantId, subjectId: (await recalculation()).id }
    expect(await twice(() => activities.moveClocks(input))).toEqual(['finished', 'finished'])
    expect(await recalculation()).toMatchObject({ status: 'DONE', moved: 0 })
  })

  test('deliverDue: a delivered event is not delivered again', async () => {
    await using receiver = await startReceiver(respond(200))
    const endpoint = await createEndpoint(centre.ctx, {
      url: receiver.url,
      eventTypes: ['booking.created'],
    })
    await book(30)
    await fanOutEvents(platform, 100)
    const delivered = receiver.requests.length
    const input = { tenantId: centre.tenantId, subjectId: endpoint.id }
    const ends = await twice(() => activities.deliverDue(input))
    expect(ends).toEqual([
      { next: null, unfinished: false },
      { next: null, unfinished: false },
    ])
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(ids.length).toBeGreaterThan(delivered)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('recoverWebhooks: no event has two deliveries', async () => {
    const url = 'https://93.184.215.14/hooks'
    const since = new Date(clock.now().getTime() - 1_000)
    await book(40)
    while ((await fanOutEvents(platform, 100)).more);
    const endpoint = await createEndpoint(centre.ctx, { url, eventTypes: ['*'] })
    const recovery = await startRecovery(centre.ctx, { id: endpoint.id, startsAt: since })
    const input = { tenantId: centre.tenantId, subjectId: recovery.id }
    expect(await twice(() => activities.recoverWebhooks(input))).toEqual(['finished', 'finished'])
    const { data } = await listDeliveries(centre.ctx, { ...page, endpointId: endpoint.id })
    expect(data).toHaveLength(1)
  })

  // The last two: half a year passes in the first, and a year in the second.
  test('planSteps and runStep of a lead: each question is sent once, it expires once and is deleted once', async () => {
    const { ctx, tenantId } = centre
    const family = { contactName: 'Mara Weiss', contactEmail: 'mara@example.org' }
    const { id } = await createLead(ctx, CreateLead.parse({ source: 'EMAIL', ...family }))
    const input = { tenantId, subjectId: id, kind: 'leadQualification' as const }
    expect(await everyStepTwice(input)).toEqual([
      'begin',
      'questions',
      'reminder-3d',
      'reminder-7d',
      'expiry',
      'deletion',
    ])
    const { data } = await listMessages(ctx, { ...page, subjectId: id })
    expect(data.map(({ template }) => template)).toEqual(Array(3).fill('lead.questions'))
    expect((await getLead(ctx, { id })).stages.map(({ status }) => status)).toEqual([
      'NEW',
      'QUALIFYING',
      'EXPIRED',
    ])
  })

  test('planSteps and runStep of an onboarding: each message is sent once, and data is deleted once', async () => {
    const { ctx, tenantId } = centre
    const { id: planId } = await createOnboardingPlan(
      ctx,
      CreateOnboardingPlan.parse({
        name: 'Therapists',
        requirements: [
          { key: 'check', kind: 'DOCUMENT', title: 'Police check' },
          { key: 'interview', kind: 'INTERVIEW', title: 'Interview' },
        ],
      }),
    )
    await publishOnboardingPlan(ctx, { id: planId })
    const applicant = { name: 'Ana Ruiz', email: 'ana@example.org' }
    const { id } = await startProviderOnboarding(
      ctx,
      StartProviderOnboarding.parse({ planId, applicant }),
    )
    const input = { tenantId, subjectId: id, kind: 'providerOnboarding' as const }
    expect(await everyStepTwice(input)).toEqual([
      'invitation',
      'reminder-7d',
      'reminder-1d',
      'overdue',
      'centre',
    ])
    const file = { field: 'check', name: 'Check.pdf', contentType: 'application/pdf' }
    await sendDocument({ ...ctx, platform }, (reader) => loadProviderOnboarding(reader, id), {
      ...file,
      chunks: Readable.from([Buffer.from('%PDF-1.7\n%%EOF\n')]),
    })
    expect(await everyStepTwice(input)).toEqual(['verification'])
    await rejectProviderOnboarding(ctx, { id, reason: 'Too far away.' })
    expect(await everyStepTwice(input)).toEqual(['decision', 'deletion'])
    const { data } = await listMessages(ctx, { ...page, subjectId: id })
    expect(data.map(({ template }) => template)).toEqual([
      'provider_onboarding.decided',
      ...Array.from({ length: 4 }, () => 'provider_onboarding.request'),
    ])
    const { providerId } = await getProviderOnboarding(ctx, { id })
    const documents = await listProviderDocuments(ctx, { ...page, providerId })
    expect(documents.data.map(({ status }) => status)).toEqual(['REMOVED'])
  })
})
