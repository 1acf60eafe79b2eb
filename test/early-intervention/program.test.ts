import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEvents } from '#webhooks/events/queries.ts'
import { listFamilyCheckIns } from '#early-intervention/family-check-ins/queries.ts'
import { acknowledgeFamilyCheckIn } from '#early-intervention/family-check-ins/acknowledge-family-check-in.ts'
import { createQuestionSet } from '#early-intervention/family-check-in-questions/create-question-set.ts'
import { CreateQuestionSet } from '#early-intervention/family-check-in-questions/schemas.ts'
import { mergeChild } from '#people/child-merges/merge-child.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { createChild } from '#people/children/create-child.ts'
import { patchChild } from '#people/children/patch-child.ts'
import { createClockSet } from '#early-intervention/clocks/create-clock-set.ts'
import { closureRecord } from '#organization/closures/record.ts'
import { archiveRecord } from '#platform/core/records/archive-record.ts'
import { createClosure } from '#organization/closures/create-closure.ts'
import type { CreateClosure } from '#organization/closures/schemas.ts'
import { listDeadlineRecalculations } from '#early-intervention/clocks/queries.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { workflowIdOf, type WorkflowName } from '#registry/workflows.ts'
import { closeProgram } from '#early-intervention/programs/close-program.ts'
import { addEarlyInterventionProgramDelayAttempt } from '#early-intervention/programs/add-early-intervention-program-delay-attempt.ts'
import { endEarlyInterventionProgramDelay } from '#early-intervention/programs/end-early-intervention-program-delay.ts'
import { delayProgram } from '#early-intervention/programs/delay-program.ts'
import { moveClocks } from '#early-intervention/programs/move-clocks.ts'
import { patchProgram } from '#early-intervention/programs/patch-program.ts'
import { newId } from '#platform/core/records/ids.ts'
import {
  getProgram,
  listDeadlines,
  type DeadlineQuery,
} from '#early-intervention/programs/queries.ts'
import { listProposedServiceStarts } from '#early-intervention/programs/list-proposed-service-starts.ts'
import { IfspServicesInput } from '#early-intervention/programs/ifsp-services.ts'
import {
  AddAttempt,
  AddDelay,
  EndDelay,
  PatchProgram,
  StartProgram,
  type Program,
  type RecordMilestone,
} from '#early-intervention/programs/schemas.ts'
import type { z } from 'zod'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createSession } from '#clinical/sessions/create-session.ts'
import { CreateSession } from '#clinical/sessions/schemas.ts'
import { withdrawEarlyInterventionMilestone } from '#early-intervention/programs/withdraw-early-intervention-milestone.ts'
import { recordEarlyInterventionMilestone } from '#early-intervention/programs/record-early-intervention-milestone.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { grantConsent } from '#people/consents/grant-consent.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { findLink } from '#messaging/links/find-link.ts'
import { linkContext } from '#messaging/links/link-context.ts'
import { viewLink } from '#messaging/links/view-link.ts'
import { redeemLink } from '#messaging/links/redeem-link.ts'
import { TASK_QUEUE } from '../../workflows/task-queues.ts'
import { timeSkippingServer, type TestDatabase } from '../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../workflows/skipped-time.ts'
import { createCentre, eventually, type Centre } from '../workflows/support.ts'

const ZONE = 'Europe/Berlin'
const page = { limit: 100, sort: '-createdAt' } as const
const WITHIN_45_DAYS = [
  'child-assessment',
  'eligibility',
  'evaluation',
  'family-assessment',
  'ifsp',
]
const OPEN = new Set(['ON_TRACK', 'AT_RISK', 'MISSED', 'PAUSED'])
const isOpen = ({ status }: { status: string }) => OPEN.has(status)
const DEADLINES = { limit: 100, sort: 'dueOn' } as const

describe.skipIf(!timeSkippingServer())('an early-intervention program', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let database: TestDatabase
  let platform: OpenPlatform
  let centre: Centre
  let env: TestWorkflowEnvironment
  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    ;({ database, platform, env } = world)
    centre = await createCentre(platform, database)
  })
  afterAll(() => stack.disposeAsync())

  const today = (days = 0) =>
    Temporal.PlainDate.from(dateIn(clock.now(), ZONE)).add({ days }).toString()
  const begin = async ({
    months = 24,
    ...input
  }: {
    months?: number
    clockSetId?: string
    locationId?: string
    referralReceivedOn?: string
  } = {}) => {
    const birthDate = Temporal.PlainDate.from(today()).subtract({ months }).toString()
    const child = await createChild(centre.ctx, { firstName: 'Lena', lastName: 'W', birthDate })
    return startProgram(
      centre.ctx,
      StartProgram.parse({
        childId: child.id,
        referralReceivedOn: today(),
        serviceCoordinatorId: centre.providerId,
        ...input,
      }),
    )
  }
  const guardianOf = async (childId: string) => {
    const person = { name: 'Mara Weiss', email: 'mara@example.com' }
    const { id: clientId } = await createClient(centre.ctx, person)
    const relationship = 'mother'
    await createGuardianship(centre.ctx, {
      childId,
      clientId,
      relationship,
      legal: true,
      billing: false,
    })
    return clientId
  }
  const run = (workflow: WorkflowName, subjectId: string) => {
    const input = { tenantId: centre.tenantId, subjectId }
    const workflowId = workflowIdOf(workflow, input)
    return env.client.workflow.start(workflow, { taskQueue: TASK_QUEUE, workflowId, args: [input] })
  }
  const recalculationOf = async (closureId: string) => {
    const { data } = await listDeadlineRecalculations(centre.ctx, { ...page, closureId })
    return data[0]
  }
  const stepsOf = async (subject: string) => {
    const { data } = await listFollowUps(centre.ctx, { ...page, subjectId: subject })
    return Object.fromEntries((data[0]?.steps ?? []).map((step) => [step.step, step]))
  }
  const plan = (subjectId: string) =>
    planSteps(centre.ctx, { kind: 'earlyInterventionCheckIn', subjectId })
  const runAsked = async (subjectId: string, step: string) => {
    const { dueAt } = (await stepsOf(subjectId))[step]!
    await runStep(centre.ctx, {
      kind: 'earlyInterventionCheckIn',
      subjectId,
      step,
      dueAt: new Date(dueAt),
    })
    return stepsOf(subjectId)
  }
  const atRisk = async (query: object = {}) =>
    (await listDeadlines(centre.ctx, { ...DEADLINES, ...query })).data
  const linkTo = async (programId: string, recipientId: string, minutes = 60) => {
    const { path } = await transact(centre.ctx, 'messages:write', (tx) =>
      createLink(tx, {
        purpose: 'check-in',
        subject: { type: 'program', id: programId },
        recipientId,
        language: 'de',
        expiresAt: new Date(tx.now.getTime() + minutes * 60_000),
      }),
    )
    const link = await findLink(platform, path.slice('/links/'.length))
    return { link, ctx: linkContext(centre.ctx, link) }
  }
  const WORRIED = { mood: 'WORRIED', services: 'no', call: 'yes', comment: 'She cries.' }

  const messagesTo = async (programId: string) => {
    const { rows } = await platform.database.system.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM outbox WHERE kind = 'workflow' AND subject_id = $1",
      [programId],
    )
    return rows[0]!.count
  }

  test('shows overdue deadlines immediately, and moves them with a corrected birth date', async () => {
    const child = await createChild(centre.ctx, {
      firstName: 'Tom',
      lastName: 'W',
      birthDate: Temporal.PlainDate.from(today()).subtract({ months: 20 }).toString(),
    })
    const { id } = await startProgram(
      centre.ctx,
      StartProgram.parse({
        childId: child.id,
        referralReceivedOn: today(-60),
      }),
    )
    const missed = (await atRisk({ status: ['MISSED'], clock: 'ifsp' })).find(
      (it) => it.programId === id,
    )
    expect(missed).toMatchObject({
      clock: 'ifsp',
      daysLeft: -15,
      source: '34 CFR 303.310(a), (b); 303.342(a)',
      reasons: ['milestone_missing', 'already_past_when_started', 'no_coordinator'],
    })
    const birthDate = Temporal.PlainDate.from(today(80)).subtract({ years: 3 }).toString()
    const before = await messagesTo(id)
    await patchChild(centre.ctx, { id: child.id, patch: { birthDate } })
    expect(await messagesTo(id)).toBe(before + 1)
    await patchChild(centre.ctx, { id: child.id, patch: { lastName: 'Weber' } })
    expect(await messagesTo(id)).toBe(before + 1)
    const { deadlines } = await getProgram(centre.ctx, { id })
    expect(deadlines.find(({ clock: name }) => name === 'transition-plan')?.status).toBe('MISSED')
    const { childId } = await getProgram(centre.ctx, { id })
    for (const filter of [{ childId }, { programId: id }]) {
      const listed = await atRisk(filter)
      expect(listed.length).toBeGreaterThan(0)
      expect(listed.filter(({ programId }) => programId !== id)).toEqual([])
    }
    expect(await atRisk({ childId: newId('child') })).toEqual([])
    expect(deadlines.find(({ clock: name }) => name === 'exit')?.dueOn).toBe(today(79))
    const bad = { childId: child.id }
    await expect(
      startProgram(centre.ctx, StartProgram.parse({ ...bad, referralReceivedOn: today() })),
    ).rejects.toMatchObject({
      code: 'already_exists',
    })
    await closeProgram(centre.ctx, { id, closedOn: today() })
    await expect(
      startProgram(centre.ctx, StartProgram.parse({ ...bad, referralReceivedOn: today(1) })),
    ).rejects.toMatchObject({
      code: 'validation_failed',
    })
    await expect(
      recordEarlyInterventionMilestone(centre.ctx, {
        id,
        milestone: { kind: 'IFSP', occurredOn: today() },
      }),
    ).rejects.toMatchObject({ code: 'invalid_transition' })
    expect((await plan(id)).next).toBeNull()
  })

  test('continues for the surviving record after a merge, as only one of the two had a running program', async () => {
    const [kept, other] = [await begin(), await begin({ months: 20 })]
    const merge = () => mergeChild(centre.ctx, { id: kept.childId, duplicateId: other.childId })
    await expect(merge()).rejects.toMatchObject({ code: 'program_running' })
    await closeProgram(centre.ctx, { id: kept.id, closedOn: today() })
    await merge()
    const { childId, deadlines } = await getProgram(centre.ctx, { id: other.id })
    expect(childId).toBe(kept.childId)
    const exit = ({ deadlines: all }: Pick<typeof kept, 'deadlines'>) =>
      all.find(({ clock: name }) => name === 'exit')!.dueOn
    expect(exit({ deadlines })).toBe(exit(kept))
  })

  test('refers to the consent record, if one exists', async () => {
    const { id, childId } = await begin()
    const clientId = await guardianOf(childId)
    const record = async (more: object = {}) => {
      const milestone = { kind: 'CONSENT', occurredOn: today(), ...more } as const
      const { milestones } = await recordEarlyInterventionMilestone(centre.ctx, { id, milestone })
      return milestones
    }
    expect(await record()).toEqual([{ kind: 'CONSENT', occurredOn: today() }])
    const grant = (kind: 'TREATMENT' | 'TELEHEALTH') =>
      grantConsent(centre.ctx, {
        childId,
        grantedById: clientId,
        kind,
        grantedAt: clock.now(),
        evidence: 'Signed form',
      })
    const [treatment, telehealth] = [await grant('TREATMENT'), await grant('TELEHEALTH')]
    expect(await record()).toEqual([
      { kind: 'CONSENT', occurredOn: today(), consentId: treatment.id },
    ])
    expect(await record({ consentId: telehealth.id })).toMatchObject([{ consentId: telehealth.id }])
    const other = await begin()
    await expect(
      recordEarlyInterventionMilestone(centre.ctx, {
        id: other.id,
        milestone: { kind: 'CONSENT', occurredOn: today(), consentId: treatment.id },
      }),
    ).rejects.toMatchObject({ code: 'invalid_reference' })
    const planned = { kind: 'IFSP', occurredOn: today(), consentId: treatment.id } as const
    await expect(
      recordEarlyInterventionMilestone(centre.ctx, { id, milestone: planned }),
    ).rejects.toMatchObject({
      issues: [{ path: 'consentId', code: 'not_allowed' }],
    })
  })

  test('holds a conference within nine months or records that it was declined, and soon after a late referral', async () => {
    const { id } = await begin({ months: 26 })
    const record = (kind: RecordMilestone['kind'], more: { declinedByFamily?: true } = {}) =>
      recordEarlyInterventionMilestone(centre.ctx, {
        id,
        milestone: { kind, occurredOn: today(), ...more },
      })
    const clocksOf = ({ deadlines }: Pick<Program, 'deadlines'>) =>
      deadlines.filter(isOpen).map(({ clock: name }) => name)
    await expect(record('TRANSITION_CONFERENCE')).rejects.toMatchObject({
      issues: [{ path: 'occurredOn', code: 'too_early' }],
    })
    await expect(record('IFSP', { declinedByFamily: true })).rejects.toMatchObject({
      issues: [{ path: 'declinedByFamily', code: 'not_allowed' }],
    })
    expect(clocksOf(await record('LEA_NOTIFICATION'))).not.toContain('lea-notification')
    const declined = await record('TRANSITION_CONFERENCE', { declinedByFamily: true })
    expect(clocksOf(declined)).not.toContain('transition-conference')
    expect(declined.milestones).toContainEqual({
      kind: 'TRANSITION_CONFERENCE',
      occurredOn: today(),
      declinedByFamily: true,
    })
    const milestone = { kind: 'TRANSITION_CONFERENCE', occurredOn: today() } as const
    const withdrawn = await withdrawEarlyInterventionMilestone(centre.ctx, { id, milestone })
    expect(clocksOf(withdrawn)).toContain('transition-conference')

    const late = await begin({ months: 34 })
    expect(clocksOf(late).toSorted()).toEqual([...WITHIN_45_DAYS, 'exit'].toSorted())
    await recordEarlyInterventionMilestone(centre.ctx, {
      id: late.id,
      milestone: { kind: 'ELIGIBILITY', occurredOn: today() },
    })
    const owed = await atRisk({ clock: 'lea-notification', status: ['AT_RISK'] })
    expect(owed.find(({ programId }) => programId === late.id)).toMatchObject({
      dueOn: today(10),
      source: '34 CFR 303.209(b)',
      awaitedMilestone: 'LEA_NOTIFICATION',
    })
  })

  test('keeps a deadline that is met, not owed, or belongs to a closed program', async () => {
    const { id } = await begin({ referralReceivedOn: today(-60) })
    const reach = (kind: RecordMilestone['kind'], days: number) =>
      recordEarlyInterventionMilestone(centre.ctx, {
        id,
        milestone: { kind, occurredOn: today(days) },
      })
    await reach('EVALUATION', -20)
    await reach('ELIGIBILITY', -12)
    const saysOf = ({ deadlines }: Pick<Program, 'deadlines'>) =>
      Object.fromEntries(deadlines.map((it) => [`${it.clock} ${it.period}`, it]))
    const met = saysOf(await reach('IFSP', 0))
    expect(met['evaluation 1']).toMatchObject({ status: 'MET', metOn: today(-20), daysLate: 0 })
    expect(met['eligibility 1']).toMatchObject({ status: 'MET_LATE', daysLate: 3 })
    expect(met['ifsp 1']).toMatchObject({ status: 'MET_LATE', daysLate: 15, dueOn: today(-15) })
    const ofProgram = (status: DeadlineQuery['status']) => atRisk({ programId: id, status })
    expect(await ofProgram(['MET'])).toMatchObject([{ clock: 'evaluation', daysLeft: null }])
    expect(await ofProgram(['MET_LATE'])).toMatchObject([
      { clock: 'eligibility', reasons: [], source: '34 CFR 303.310(a), (b); 303.321(a); 303.322' },
      { clock: 'ifsp' },
    ])
    expect((await ofProgram(['NOT_OWED'])).map((it) => [it.clock, it.notOwedReason])).toEqual([
      ['annual-ifsp-meeting', 'AFTER_EXIT'],
    ])
    const closed = await closeProgram(centre.ctx, { id, closedOn: today() })
    expect(closed.deadlines.filter(isOpen)).toEqual([])
    const says = saysOf(closed)
    expect(says['ifsp 1']).toEqual(met['ifsp 1'])
    expect(says['child-assessment 1']).toMatchObject({ status: 'NOT_MET', metOn: null })
    expect(says['transition-plan 1']).toMatchObject({
      status: 'NOT_OWED',
      notOwedReason: 'PROGRAM_CLOSED',
    })
    expect(says['exit 1']).toMatchObject({ status: 'MET', metOn: today() })
  })

  test('ends with written notice for a child who is not eligible', async () => {
    const { id } = await begin({ referralReceivedOn: today(-20) })
    const record = (milestone: RecordMilestone) =>
      recordEarlyInterventionMilestone(centre.ctx, { id, milestone })
    const not = { kind: 'ELIGIBILITY', occurredOn: today(-1), notEligible: true } as const
    for (const [milestone, path, code] of [
      [not, 'noticeGivenOn', 'required'],
      [{ ...not, noticeGivenOn: today(1) }, 'noticeGivenOn', 'in_the_future'],
      [{ ...not, kind: 'IFSP' as const }, 'notEligible', 'not_allowed'],
      [
        { kind: 'ELIGIBILITY' as const, occurredOn: today(), noticeGivenOn: today() },
        'noticeGivenOn',
        'not_allowed',
      ],
    ] as const)
      await expect(record(milestone)).rejects.toMatchObject({ issues: [{ path, code }] })
    const program = await record({ ...not, noticeGivenOn: today() })
    expect(program).toMatchObject({
      status: 'CLOSED',
      closedOn: today(-1),
      closeReason: 'The child is not eligible',
      milestones: [
        { kind: 'ELIGIBILITY', notEligible: true, noticeGivenOn: today() },
        { kind: 'EXIT', occurredOn: today(-1) },
      ],
    })
    const owed = program.deadlines.filter(({ status }) => status !== 'MET')
    expect(new Set(owed.map((it) => it.notOwedReason))).toEqual(new Set(['NOT_ELIGIBLE']))
  })

  test('allows early services with an interim IFSP, which names a coordinator and meets no deadline', async () => {
    const { id, deadlines } = await begin({ referralReceivedOn: today(-3) })
    const milestone = { kind: 'INTERIM_IFSP', occurredOn: today() } as const
    const record = () => recordEarlyInterventionMilestone(centre.ctx, { id, milestone })
    await patchProgram(centre.ctx, { id, patch: { serviceCoordinatorId: null } })
    await expect(record()).rejects.toMatchObject({ issues: [{ path: 'kind' }] })
    const patch = { serviceCoordinatorId: centre.providerId }
    await patchProgram(centre.ctx, { id, patch })
    expect((await record()).deadlines).toEqual(deadlines)
    await recordEarlyInterventionMilestone(centre.ctx, {
      id,
      milestone: { kind: 'IFSP', occurredOn: today() },
    })
    await expect(record()).rejects.toMatchObject({ issues: [{ path: 'occurredOn' }] })
  })

  test('has a clock for each IFSP service, whose first session suggests its start', async () => {
    const { id, childId } = await begin({ referralReceivedOn: today(-10) })
    const { id: serviceId } = await createService(
      centre.ctx,
      CreateService.parse({
        code: 'EARLY',
        name: 'Speech',
        durationMinutes: 45,
        amount: 9_000,
        currency: 'EUR',
      }),
    )
    const plain = {
      frequency: 'Weekly',
      method: 'Coaching',
      intensity: 'INDIVIDUAL',
      setting: 'HOME',
    } as const
    const speech = { ...plain, key: 'speech', type: 'SPEECH_LANGUAGE', serviceId } as const
    const vision = { ...plain, key: 'vision', type: 'VISION' } as const
    const set = (...ifspServices: z.input<typeof IfspServicesInput>) =>
      patchProgram(centre.ctx, {
        id,
        patch: PatchProgram.parse({ ifspServices }),
      })
    for (const [service, path, code] of [
      [{ ...speech, setting: 'OTHER' as const }, 'settingJustification', 'required'],
      [{ ...speech, settingJustification: 'x' }, 'settingJustification', 'not_allowed'],
      [{ ...speech, startedOn: today() }, 'consentedOn', 'required'],
      [{ ...speech, consentedOn: today(1) }, 'consentedOn', 'in_the_future'],
      [{ ...speech, consentedOn: today(), startedOn: today(-1) }, 'startedOn', 'out_of_range'],
      [{ ...speech, consentedOn: today(), endedOn: today(-1) }, 'endedOn', 'out_of_range'],
      [
        { ...speech, plannedStartOn: today(), plannedEndOn: today(-1) },
        'plannedEndOn',
        'inverted_range',
      ],
    ] as const)
      await expect(set(service)).rejects.toMatchObject({
        issues: [{ path: `ifspServices.0.${path}`, code }],
      })
    const elsewhere = set({ ...speech, providerId: newId('provider') })
    await expect(elsewhere).rejects.toMatchObject({ code: 'invalid_reference' })
    expect(IfspServicesInput.safeParse([speech, speech]).success).toBe(false)

    const consented = { ...speech, consentedOn: today(-5) }
    const dueOf = ({ deadlines }: Program) =>
      deadlines
        .filter(({ ifspService }) => ifspService)
        .map((it) => [it.ifspService, it.status, it.dueOn])
    expect(dueOf(await set(consented, vision))).toEqual([['speech', 'ON_TRACK', today(25)]])
    const both = [consented, { ...vision, consentedOn: today() }] as const
    expect(dueOf(await set(...both))).toEqual([
      ['speech', 'ON_TRACK', today(25)],
      ['vision', 'ON_TRACK', today(30)],
    ])
    await plan(id)
    expect(Object.keys(await stepsOf(id))).toEqual(
      expect.arrayContaining(['services-started.speech-missed', 'services-started.vision-missed']),
    )
    const proposals = async () => (await listProposedServiceStarts(centre.ctx, { id })).data
    expect(await proposals()).toEqual([])
    const held = (days: number, attendance: 'ATTENDED' | 'ABSENT') =>
      createSession(
        centre.ctx,
        CreateSession.parse({
          childId,
          providerId: centre.providerId,
          serviceId,
          startedAt: `${today(days)}T09:00:00Z`,
          endedAt: `${today(days)}T09:45:00Z`,
          attendance,
        }),
      )
    await held(-6, 'ATTENDED')
    await held(-4, 'ABSENT')
    const { id: sessionId } = await held(-3, 'ATTENDED')
    await held(-2, 'ATTENDED')
    expect(await proposals()).toEqual([{ ifspService: 'speech', startedOn: today(-3), sessionId }])
    expect(dueOf(await set({ ...consented, startedOn: today(-3) }, both[1]))).toEqual([
      ['speech', 'MET', today(25)],
      ['vision', 'ON_TRACK', today(30)],
    ])
    expect(await proposals()).toEqual([])
  })

  test('uses the date at its own location', async () => {
    // The local date differs between the two at every moment.
    const [early, late] = await Promise.all(
      ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((timeZone) =>
        createLocation(centre.ctx, { name: timeZone, timeZone, hours: [] }),
      ),
    )
    const dayAt = (timeZone: string, days = 0) =>
      Temporal.PlainDate.from(dateIn(clock.now(), timeZone)).add({ days }).toString()
    const tomorrow = dayAt('Pacific/Kiritimati')
    await expect(
      begin({ locationId: late!.id, referralReceivedOn: tomorrow }),
    ).rejects.toMatchObject({ issues: [{ path: 'referralReceivedOn', code: 'in_the_future' }] })
    expect(await begin({ locationId: early!.id, referralReceivedOn: tomorrow })).toMatchObject({
      locationId: early!.id,
    })
    const referralReceivedOn = dayAt('Pacific/Pago_Pago', -45)
    const programs = await Promise.all(
      [early, late].map((it) => begin({ locationId: it!.id, referralReceivedOn })),
    )
    const ifspOf = async (programId: string) =>
      (await atRisk({ programId, clock: 'ifsp' })).map(({ status, daysLeft }) => [status, daysLeft])
    const days = Temporal.PlainDate.from(tomorrow).until(dayAt('Pacific/Pago_Pago')).days
    expect(await ifspOf(programs[0]!.id)).toEqual([['MISSED', days]])
    expect(await ifspOf(programs[1]!.id)).toEqual([['AT_RISK', 0]])
    const missed = (await atRisk({ status: ['MISSED'], clock: 'ifsp' })).map((it) => it.programId)
    expect(missed).toContain(programs[0]!.id)
    expect(missed).not.toContain(programs[1]!.id)
    const moved = { locationId: early!.id }
    const { deadlines } = await patchProgram(centre.ctx, { id: programs[1]!.id, patch: moved })
    expect(deadlines.find((it) => it.clock === 'ifsp')?.status).toBe('MISSED')
  })

  test('pauses the clock during an open delay: its steps are cancelled and the dashboard shows it', async () => {
    const { id } = await begin()
    await plan(id)
    const delay = AddDelay.parse({
      startsOn: today(),
      reason: 'FAMILY_UNAVAILABLE',
      note: 'In hospital.',
    })
    await delayProgram(centre.ctx, { id, delay })
    await plan(id)
    expect((await stepsOf(id))['ifsp-missed']).toMatchObject({
      status: 'CANCELLED',
      outcome: 'its dates have changed',
    })
    const paused = (await atRisk({ status: ['PAUSED'] })).filter((it) => it.programId === id)
    const reasons = ['milestone_missing', 'delay_open']
    expect(paused.map((it) => it.clock).toSorted()).toEqual(WITHIN_45_DAYS)
    for (const it of paused) expect(it).toMatchObject({ reasons })
    const asked = `delay-${today(14)}`
    expect((await stepsOf(id))[asked]?.status).toBe('SCHEDULED')
    await patchProgram(centre.ctx, { id, patch: { delayQuestionEveryDays: 5 } })
    await plan(id)
    expect((await stepsOf(id))[`delay-${today(5)}`]?.status).toBe('SCHEDULED')
    await patchProgram(centre.ctx, { id, patch: { delayQuestionEveryDays: 14 } })
    await plan(id)
    const steps = await runAsked(id, asked)
    expect(steps[asked]).toMatchObject({
      status: 'DONE',
      outcome: 'e-mail to the coordinator',
      actionRequired: `a delay has lasted since ${today()}: end it, or record what was tried`,
    })
    await endEarlyInterventionProgramDelay(centre.ctx, {
      id,
      ...EndDelay.parse({ endsOn: today() }),
    })
    await plan(id)
    expect((await stepsOf(id))[asked]?.actionRequired).toBeNull()
  })

  test('records an attempt during a delay and postpones the question', async () => {
    const { id } = await begin({ referralReceivedOn: today(-30) })
    const delay = AddDelay.parse({
      startsOn: today(-20),
      reason: 'CONSENT_NOT_GIVEN',
      note: 'No answer.',
      attempts: [
        { attemptedOn: today(-22), channel: 'PHONE' },
        { attemptedOn: today(-20), channel: 'LETTER' },
      ],
    })
    await delayProgram(centre.ctx, { id, delay })
    const asked = async () => {
      await plan(id)
      const steps = Object.values(await stepsOf(id))
      return steps
        .filter(({ step, status }) => step.startsWith('delay-') && status === 'SCHEDULED')
        .map(({ step }) => step)
        .toSorted()
    }
    expect(await asked()).toEqual([`delay-${today(-6)}`, `delay-${today(8)}`])
    const input = AddAttempt.parse({ attemptedOn: today(-1), channel: 'VISIT', note: 'Nobody in.' })
    const { delays } = await addEarlyInterventionProgramDelayAttempt(centre.ctx, { id, input })
    expect(delays[0]!.attempts).toEqual([
      ...delay.attempts,
      { attemptedOn: today(-1), channel: 'VISIT', note: 'Nobody in.' },
    ])
    expect(await asked()).toEqual([`delay-${today(13)}`])
    const provider = AddAttempt.parse({ ...input, cause: 'PROVIDER' })
    await expect(
      addEarlyInterventionProgramDelayAttempt(centre.ctx, { id, input: provider }),
    ).rejects.toMatchObject({ code: 'no_open_delay' })
  })

  test('sends a worrying answer to the coordinator, accepts it once, and escalates until it is acknowledged', async () => {
    const { id, childId } = await begin()
    const clientId = await guardianOf(childId)
    const { ctx, link } = await linkTo(id, clientId)
    expect((await viewLink(ctx, link)).title).toBe('Wie läuft es?')
    await expect(redeemLink(ctx, link, { mood: 'SAD' })).rejects.toMatchObject({
      code: 'validation_failed',
    })
    await redeemLink(ctx, link, WORRIED)
    await expect(redeemLink(ctx, link, WORRIED)).rejects.toMatchObject({ code: 'link_used' })
    const late = await linkTo(id, clientId, -1)
    await expect(redeemLink(late.ctx, late.link, WORRIED)).rejects.toMatchObject({
      code: 'link_expired',
    })
    const { data } = await listFamilyCheckIns(centre.ctx, {
      ...page,
      programId: id,
      worrying: 'true',
      acknowledged: 'false',
    })
    const [familyCheckIn] = data
    expect(familyCheckIn).toMatchObject({ worrying: true, clientId, comment: 'She cries.' })
    const { data: told } = await listEvents(centre.ctx, { ...page, subjectId: familyCheckIn!.id })
    expect(told).toMatchObject([
      {
        type: 'family_check_in.answered',
        data: {
          familyCheckInId: familyCheckIn!.id,
          programId: id,
          childId,
          clientId,
          serviceCoordinatorId: centre.providerId,
        },
      },
    ])

    await plan(id)
    const step = `worry-${familyCheckIn!.id.slice('cki_'.length)}`
    const { dueAt } = (await stepsOf(id))[step]!
    const ref = {
      kind: 'earlyInterventionCheckIn',
      subjectId: id,
      step,
      dueAt: new Date(dueAt),
    } as const
    await runStep(centre.ctx, ref)
    expect(await runStep(centre.ctx, ref)).toBeNull()
    expect((await stepsOf(id))[step]).toMatchObject({
      actionRequired: expect.stringContaining('nobody has handled') as string,
    })
    await acknowledgeFamilyCheckIn(centre.ctx, { id: familyCheckIn!.id })
    await expect(
      acknowledgeFamilyCheckIn(centre.ctx, { id: familyCheckIn!.id }),
    ).rejects.toMatchObject({
      code: 'invalid_transition',
    })
  })

  test('asks the custom questions of a centre, which define the worrying answers', async () => {
    const questions = [
      { type: 'YES_NO', key: 'sleeps', label: 'Sleeps well?', required: true },
      {
        type: 'CHOICE',
        key: 'howOften',
        label: 'How often not?',
        required: true,
        showIf: { question: 'sleeps', op: 'EQUALS', value: false },
        options: [
          { value: 'sometimes', label: 'Sometimes' },
          { value: 'always', label: 'Always' },
        ],
      },
    ]
    const set = (worry: object) =>
      CreateQuestionSet.parse({ name: 'Sleep', questions, worries: [worry] })
    await expect(
      createQuestionSet(centre.ctx, set({ question: 'eats', op: 'EQUALS', value: true })),
    ).rejects.toMatchObject({ issues: [{ path: 'worries.0.question', code: 'not_found' }] })
    const { id: questionSetId } = await createQuestionSet(
      centre.ctx,
      set({ question: 'howOften', op: 'EQUALS', value: 'always' }),
    )
    const { id, childId } = await begin()
    await patchProgram(centre.ctx, { id, patch: { questionSetId } })
    const clientId = await guardianOf(childId)
    const { ctx, link } = await linkTo(id, clientId)
    expect((await viewLink(ctx, link)).fields).toMatchObject([
      { name: 'sleeps', type: 'CHOICE', options: [{ label: 'Ja' }, { label: 'Nein' }] },
      { name: 'howOften', type: 'CHOICE' },
    ])
    for (const [answer, path] of [
      [{ sleeps: 'no' }, 'howOften'],
      [{ sleeps: 'no', howOften: 'never' }, 'howOften'],
      [{ sleeps: 'yes', mood: 'GOOD' }, 'mood'],
    ] as const)
      await expect(redeemLink(ctx, link, answer)).rejects.toMatchObject({ issues: [{ path }] })
    await redeemLink(ctx, link, { sleeps: 'no', howOften: 'always' })
    const fine = await linkTo(id, clientId)
    // Questions hidden by another answer do not count.
    await redeemLink(fine.ctx, fine.link, { sleeps: 'yes', howOften: 'always' })
    const { data } = await listFamilyCheckIns(centre.ctx, {
      ...page,
      programId: id,
    })
    expect(data.map(({ worrying, answers, mood }) => [worrying, answers, mood])).toEqual([
      [false, { sleeps: true }, null],
      [true, { sleeps: false, howOften: 'always' }, null],
    ])
    expect(data[0]).toMatchObject({ questionSetId, servicesReceived: null })
  })

  test('recalculates working-day deadlines once for a closure, and supersedes the previous recalculation', async () => {
    const { id: clockSetId } = await createClockSet(centre.ctx, {
      name: 'Working days',
      clocks: [
        {
          name: 'visit',
          countsFrom: 'REFERRAL',
          amount: 10,
          unit: 'WORKING_DAYS',
          daysBefore: 0,
          awaitedMilestone: 'SERVICES_STARTED',
          repeats: false,
          pausable: true,
          warningDays: 2,
          source: 'Contract',
        },
      ],
    })
    const { id, deadlines } = await begin({ clockSetId })
    const before = deadlines[0]!.dueOn
    const close = async (members: Partial<CreateClosure>) => {
      const closure = await createClosure(centre.ctx, { name: 'Off', startsOn: before, ...members })
      return { closure, recalculation: await recalculationOf(closure.id) }
    }
    const dueOn = async () => (await getProgram(centre.ctx, { id })).deadlines[0]!.dueOn
    const halle = { name: 'Halle', timeZone: ZONE, hours: [] }
    const { id: locationId } = await createLocation(centre.ctx, halle)
    const elsewhere = await close({ locationId })
    const inHalle = await begin({ clockSetId, locationId })
    expect(inHalle.deadlines[0]!.dueOn > before).toBe(true)
    const heating = await close({ countsAsWorkingDay: true })
    expect(heating.recalculation).toBeUndefined()
    const { closure, recalculation } = await close({})
    expect(await moveClocks(centre.ctx, elsewhere.recalculation!)).toBe('finished')
    expect((await recalculationOf(elsewhere.closure.id))?.status).toBe('SUPERSEDED')
    await run('clockMoving', recalculation!.id)
    const isDone = async (of: string) => (await recalculationOf(of))?.status === 'DONE'
    await eventually(() => isDone(closure.id))
    const moved = await recalculationOf(closure.id)
    expect(moved).toMatchObject({ programs: 2, moved: 1 })
    expect((await dueOn()) > before).toBe(true)
    expect(await moveClocks(centre.ctx, recalculation!)).toBe('finished')
    expect(await recalculationOf(closure.id)).toEqual(moved)

    await archiveRecord(centre.ctx, { id: closure.id }, closureRecord)
    const back = await recalculationOf(closure.id)
    expect(back!.id).not.toBe(moved!.id)
    await run('clockMoving', back!.id)
    await eventually(() => isDone(closure.id))
    expect(await dueOn()).toBe(before)
    await patchProgram(centre.ctx, { id, patch: { clockSetId: null } })
    expect((await getProgram(centre.ctx, { id })).deadlines).toHaveLength(9)
  })
})
