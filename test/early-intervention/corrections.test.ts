import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEntries } from '#platform/audit/queries.ts'
import { closeProgram } from '#early-intervention/programs/close-program.ts'
import { createClockSet } from '#early-intervention/clocks/create-clock-set.ts'
import { IDEA_PART_C } from '#early-intervention/clocks/idea-part-c.ts'
import { CreateClockSet } from '#early-intervention/clocks/schemas.ts'
import { correctEarlyInterventionBirthDate } from '#early-intervention/programs/correct-early-intervention-birth-date.ts'
import { correctEarlyInterventionMilestone } from '#early-intervention/programs/correct-early-intervention-milestone.ts'
import { delayProgram } from '#early-intervention/programs/delay-program.ts'
import type { MovedDeadline } from '#early-intervention/programs/moved-deadlines.ts'
import { patchProgram } from '#early-intervention/programs/patch-program.ts'
import { getProgram } from '#early-intervention/programs/queries.ts'
import { recordEarlyInterventionMilestone } from '#early-intervention/programs/record-early-intervention-milestone.ts'
import { reopenEarlyInterventionProgram } from '#early-intervention/programs/reopen-early-intervention-program.ts'
import {
  AddDelay,
  StartProgram,
  type RecordMilestone,
} from '#early-intervention/programs/schemas.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { createChild } from '#people/children/create-child.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { createDatabase, type TestDatabase } from '../support/servers.ts'
import { createCentre, openTestPlatform, type Centre } from '../workflows/support.ts'

const stack = new AsyncDisposableStack()
const TODAY = '2026-11-23'
const page = { limit: 100, sort: '-createdAt' } as const
let database: TestDatabase
let platform: OpenPlatform
let centre: Centre
beforeAll(async () => {
  database = stack.use(await createDatabase())
  platform = stack.use(openTestPlatform(database, { now: () => new Date(`${TODAY}T10:30:00Z`) }))
  centre = await createCentre(platform, database)
})
afterAll(() => stack.disposeAsync())

const day = (days: number) => Temporal.PlainDate.from(TODAY).add({ days }).toString()
const begin = async (referredDays: number, months = 20) => {
  const birthDate = Temporal.PlainDate.from(TODAY).subtract({ months }).toString()
  const child = await createChild(centre.ctx, { firstName: 'Lena', lastName: 'W', birthDate })
  const referralReceivedOn = day(referredDays)
  const start = StartProgram.parse({ childId: child.id, referralReceivedOn })
  return { ...(await startProgram(centre.ctx, start)), birthDate }
}
const reach = (id: string, kind: RecordMilestone['kind'], days: number) =>
  recordEarlyInterventionMilestone(centre.ctx, {
    id,
    milestone: { kind, occurredOn: day(days) },
  })
const saysOf = (moved: readonly MovedDeadline[]) =>
  Object.fromEntries(
    moved.map(({ clock, period, before: from, after: to }) => [
      `${clock} ${period}`,
      `${from?.dueOn} ${from?.status} > ${to?.dueOn} ${to?.status}`,
    ]),
  )
const audited = async (subjectId: string) => {
  const { data } = await listAuditEntries(centre.ctx, {
    limit: 100,
    sort: '-occurredAt',
    subjectId,
  })
  return data.find(({ changes }) => Object.keys(changes).length > 0)
}
const eventsOf = async (subjectId: string) => {
  const { data } = await listEvents(centre.ctx, { ...page, subjectId })
  return data.map(({ type }) => type)
}

test('a wrong referral date: the dry run shows the moved deadlines and changes nothing', async () => {
  const { id, version } = await begin(-60)
  await reach(id, 'EVALUATION', -20)
  const before = await getProgram(centre.ctx, { id })
  const patch = { referralReceivedOn: day(-30) }
  const shown = await patchProgram(centre.ctx, { id, dryRun: true, patch })
  expect(shown).toMatchObject({ dryRun: true, version: before.version })
  expect(saysOf(shown.movedDeadlines)).toMatchObject({
    'evaluation 1': `${day(-15)} MET > ${day(15)} MET`,
    'ifsp 1': `${day(-15)} MISSED > ${day(15)} AT_RISK`,
  })
  expect(saysOf(shown.movedDeadlines)).not.toHaveProperty('exit 1')
  expect(await getProgram(centre.ctx, { id })).toEqual(before)
  const done = await patchProgram(centre.ctx, { id, patch })
  expect(done.movedDeadlines).toEqual(shown.movedDeadlines)
  expect(done.version).toBeGreaterThan(version)
  const { changes } = (await audited(id))!
  expect(changes).toMatchObject({
    referralReceivedOn: { from: day(-60), to: day(-30) },
    deadlines: {
      from: expect.arrayContaining([
        { clock: 'ifsp', ifspService: null, period: 1, dueOn: day(-15), status: 'MISSED' },
      ]) as unknown,
      to: expect.arrayContaining([
        { clock: 'ifsp', ifspService: null, period: 1, dueOn: day(15), status: 'AT_RISK' },
      ]) as unknown,
    },
  })
  expect(await eventsOf(id)).toContain('program.corrected')
  await expect(
    patchProgram(centre.ctx, { id, patch: { referralReceivedOn: day(-10) } }),
  ).rejects.toMatchObject({ issues: [{ path: 'referralReceivedOn', code: 'out_of_range' }] })
})

test('a wrong birth date: correcting the record of the child moves the transition', async () => {
  const { id, birthDate } = await begin(-10)
  const right = Temporal.PlainDate.from(birthDate).add({ days: 40 }).toString()
  const shown = await correctEarlyInterventionBirthDate(centre.ctx, {
    id,
    dryRun: true,
    birthDate: right,
  })
  const before = await getProgram(centre.ctx, { id })
  const exitOn = (it: { deadlines: typeof before.deadlines }) =>
    it.deadlines.find(({ clock }) => clock === 'exit')!.dueOn
  const later = Temporal.PlainDate.from(exitOn(before)).add({ days: 40 }).toString()
  expect(exitOn(shown)).toBe(later)
  expect(saysOf(shown.movedDeadlines)['exit 1']).toBe(
    `${exitOn(before)} ON_TRACK > ${later} ON_TRACK`,
  )
  expect(await getProgram(centre.ctx, { id })).toEqual(before)
  const done = await correctEarlyInterventionBirthDate(centre.ctx, { id, birthDate: right })
  expect(exitOn(done)).toBe(later)
  const { changes } = (await audited(id))!
  // The trail does not contain the birth date, and no deadline reveals it.
  const exit = { clock: 'exit', ifspService: null, period: 1, status: 'ON_TRACK' }
  expect(changes['also']).toMatchObject([
    { subjectType: 'CHILD', changes: { birthDate: { to: '[withheld]' } } },
    {
      subjectId: id,
      changes: {
        deadlines: {
          from: expect.arrayContaining([exit]) as unknown,
          to: expect.arrayContaining([{ ...exit, movedByDays: 40 }]) as unknown,
        },
      },
    },
  ])
  await expect(
    correctEarlyInterventionBirthDate(centre.ctx, { id, birthDate: day(-9) }),
  ).rejects.toMatchObject({ issues: [{ path: 'birthDate' }] })
})

test('a milestone on the wrong day, including a review, moves to the right day', async () => {
  const { id } = await begin(-300)
  await reach(id, 'IFSP', -280)
  await reach(id, 'PERIODIC_REVIEW', -90)
  const correction = {
    kind: 'PERIODIC_REVIEW',
    occurredOn: day(-90),
    correctOccurredOn: day(-110),
  } as const
  const { milestones, movedDeadlines } = await correctEarlyInterventionMilestone(centre.ctx, {
    id,
    correction,
  })
  expect(milestones).toMatchObject([{ kind: 'IFSP' }, { occurredOn: day(-110) }])
  expect(Object.keys(saysOf(movedDeadlines))).toContain('periodic-review 2')
  await expect(
    correctEarlyInterventionMilestone(centre.ctx, { id, correction }),
  ).rejects.toMatchObject({ code: 'milestone_not_recorded' })
  const future = { kind: 'IFSP', occurredOn: day(-280), correctOccurredOn: day(1) } as const
  await expect(
    correctEarlyInterventionMilestone(centre.ctx, { id, correction: future }),
  ).rejects.toMatchObject({ issues: [{ code: 'in_the_future' }] })
})

test('a milestone of the wrong child moves to the right one, and both programs are updated', async () => {
  const [wrong, right] = [await begin(-30), await begin(-40)]
  await reach(wrong.id, 'EVALUATION', -5)
  const correction = { kind: 'EVALUATION', occurredOn: day(-5), programId: right.id } as const
  const input = { id: wrong.id, correction }
  const shown = await correctEarlyInterventionMilestone(centre.ctx, { ...input, dryRun: true })
  expect((await getProgram(centre.ctx, right)).milestones).toEqual([])
  const done = await correctEarlyInterventionMilestone(centre.ctx, input)
  expect(done).toMatchObject({ dryRun: false, id: wrong.id, milestones: [] })
  expect(done.movedDeadlines).toEqual(shown.movedDeadlines)
  expect(
    done.movedDeadlines.map(({ programId, clock, after: to }) => [programId, clock, to?.status]),
  ).toEqual([
    [wrong.id, 'evaluation', 'AT_RISK'],
    [right.id, 'evaluation', 'MET'],
  ])
  await reach(wrong.id, 'EVALUATION', -4)
  await expect(
    correctEarlyInterventionMilestone(centre.ctx, {
      id: wrong.id,
      correction: { ...correction, occurredOn: day(-4) },
    }),
  ).rejects.toMatchObject({ code: 'already_exists' })
  expect((await getProgram(centre.ctx, wrong)).milestones).toHaveLength(1)
  // A conference on that day is too early for the younger child, so nothing is recorded.
  const [older, younger] = [await begin(-20, 32), await begin(-20, 12)]
  await reach(older.id, 'TRANSITION_PLAN', -1)
  await expect(
    correctEarlyInterventionMilestone(centre.ctx, {
      id: older.id,
      correction: { kind: 'TRANSITION_PLAN', occurredOn: day(-1), programId: younger.id },
    }),
  ).rejects.toMatchObject({ issues: [{ code: 'too_early' }] })
  expect((await getProgram(centre.ctx, older)).milestones).toHaveLength(1)
})

test('a program closed by mistake reopens with the clocks it would have had', async () => {
  const open = await begin(-60)
  await reach(open.id, 'EVALUATION', -30)
  const { deadlines: before } = await getProgram(centre.ctx, open)
  const plan = () => planSteps(centre.ctx, { kind: 'earlyInterventionCheckIn', subjectId: open.id })
  await plan()
  const closed = await closeProgram(centre.ctx, { id: open.id, closedOn: day(-1) })
  expect(saysOf(closed.movedDeadlines)['ifsp 1']).toContain('MISSED > ')
  expect((await plan()).next).toBeNull()
  const { id } = open
  await expect(reach(id, 'IFSP', -1)).rejects.toMatchObject({
    code: 'invalid_transition',
    extra: { allowed: ['reopen'] },
  })
  const shown = await reopenEarlyInterventionProgram(centre.ctx, { id, dryRun: true })
  expect(shown).toMatchObject({ dryRun: true, status: 'ACTIVE', closedOn: null })
  expect((await getProgram(centre.ctx, { id })).status).toBe('CLOSED')
  const reopened = await reopenEarlyInterventionProgram(centre.ctx, { id })
  expect(reopened.deadlines).toEqual(before)
  expect((await plan()).next).not.toBeNull()
  expect(await eventsOf(id)).toEqual(
    expect.arrayContaining(['program.started', 'program.closed', 'program.reopened']),
  )
  await expect(reopenEarlyInterventionProgram(centre.ctx, { id })).rejects.toMatchObject({
    code: 'invalid_transition',
  })
})

test('a program reopens after a wrong eligibility decision, unless another program runs', async () => {
  const { id, childId } = await begin(-40)
  await recordEarlyInterventionMilestone(centre.ctx, {
    id,
    milestone: {
      kind: 'ELIGIBILITY',
      occurredOn: day(-2),
      notEligible: true,
      noticeGivenOn: day(-2),
    },
  })
  const { milestones, deadlines } = await reopenEarlyInterventionProgram(centre.ctx, { id })
  expect(milestones).toEqual([])
  expect(deadlines.filter(({ notOwedReason }) => notOwedReason !== null)).toEqual([])
  await closeProgram(centre.ctx, { id, closedOn: day(0) })
  await startProgram(centre.ctx, StartProgram.parse({ childId, referralReceivedOn: day(-3) }))
  await expect(reopenEarlyInterventionProgram(centre.ctx, { id })).rejects.toMatchObject({
    code: 'program_running',
  })
})

test('a change of location or clocks: the dry run shows what would move', async () => {
  const { id } = await begin(-45)
  const farWest = { name: 'Pago Pago', timeZone: 'Pacific/Kiritimati' }
  const { id: locationId } = await createLocation(centre.ctx, farWest)
  const there = await patchProgram(centre.ctx, { id, dryRun: true, patch: { locationId } })
  expect(saysOf(there.movedDeadlines)['ifsp 1']).toBe(`${day(0)} AT_RISK > ${day(0)} MISSED`)
  const { id: clockSetId } = await createClockSet(centre.ctx, {
    name: 'Stricter',
    clocks: [
      {
        name: 'ifsp',
        countsFrom: 'REFERRAL',
        amount: 30,
        unit: 'DAYS',
        daysBefore: 0,
        awaitedMilestone: 'IFSP',
        repeats: false,
        pausable: true,
        warningDays: 5,
        source: 'State rule',
      },
    ],
  })
  const moved = await patchProgram(centre.ctx, { id, dryRun: true, patch: { clockSetId } })
  const says = saysOf(moved.movedDeadlines)
  expect(says['ifsp 1']).toBe(`${day(0)} AT_RISK > ${day(-15)} MISSED`)
  expect(says['exit 1']).toMatch(/ > undefined undefined$/)
  const delay = AddDelay.parse({
    startsOn: day(-20),
    endsOn: day(-11),
    reason: 'FAMILY_UNAVAILABLE',
    note: 'In hospital.',
  })
  const delayed = await delayProgram(centre.ctx, { id, dryRun: true, delay })
  expect(saysOf(delayed.movedDeadlines)['ifsp 1']).toBe(`${day(0)} AT_RISK > ${day(10)} AT_RISK`)
  expect((await getProgram(centre.ctx, { id })).delays).toEqual([])
})

test('a centre with its own rule for timely services names only that clock', async () => {
  const services = {
    name: 'services-started',
    countsFrom: 'CONSENT',
    amount: 21,
    unit: 'DAYS',
    daysBefore: 0,
    awaitedMilestone: 'SERVICES_STARTED',
    repeats: false,
    pausable: true,
    perIfspService: true,
    warningDays: 5,
    source: 'Contract §4',
  } as const
  const based = { name: 'Ours', basedOn: 'IDEA_PART_C', clocks: [services] } as const
  const { id: clockSetId, clocks } = await createClockSet(centre.ctx, CreateClockSet.parse(based))
  expect(clocks.map(({ name }) => name)).toEqual(IDEA_PART_C.map(({ name }) => name))
  expect(clocks.find(({ name }) => name === services.name)).toEqual(services)
  const { id } = await begin(-10)
  await patchProgram(centre.ctx, { id, patch: { clockSetId } })
  await reach(id, 'CONSENT', -1)
  const { deadlines } = await getProgram(centre.ctx, { id })
  const dueOn = Object.fromEntries(deadlines.map((it) => [it.clock, it.dueOn]))
  expect(dueOn).toMatchObject({ ifsp: day(35), 'services-started': day(20) })
})
