import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exportComplianceCsv,
  listComplianceChildren,
  listComplianceFigures,
} from '#early-intervention/compliance/queries.ts'
import type { Indicator, Outcome } from '#early-intervention/compliance/rules.ts'
import { delayProgram } from '#early-intervention/programs/delay-program.ts'
import { patchProgram } from '#early-intervention/programs/patch-program.ts'
import { countDeadlines, listDeadlines } from '#early-intervention/programs/queries.ts'
import { recordEarlyInterventionMilestone } from '#early-intervention/programs/record-early-intervention-milestone.ts'
import {
  AddDelay,
  PatchProgram,
  type RecordMilestone,
} from '#early-intervention/programs/schemas.ts'
import { StartProgram } from '#early-intervention/programs/schemas.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { createChild } from '#people/children/create-child.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { createDatabase, type TestDatabase } from '../support/servers.ts'
import { createCentre, openTestPlatform, type Centre } from '../workflows/support.ts'

const stack = new AsyncDisposableStack()
const TODAY = '2026-11-23'
let database: TestDatabase
let platform: OpenPlatform
let centre: Centre
let north: string
beforeAll(async () => {
  database = stack.use(await createDatabase())
  platform = stack.use(openTestPlatform(database, { now: () => new Date(`${TODAY}T10:00:00Z`) }))
  centre = await createCentre(platform, database)
  const place = { name: 'Nord, "Alt"', timeZone: 'Europe/Berlin' }
  north = (await createLocation(centre.ctx, place)).id
})
afterAll(() => stack.disposeAsync())

const day = (days: number) => Temporal.PlainDate.from(TODAY).add({ days }).toString()
const PERIOD = { 'dueOn[gte]': day(-30), 'dueOn[lt]': day(30) }

const begin = async (referredDays: number, locationId: string | null = null, months = 20) => {
  const birthDate = Temporal.PlainDate.from(TODAY).subtract({ months }).toString()
  const child = await createChild(centre.ctx, { firstName: 'Lena', lastName: 'W', birthDate })
  return startProgram(
    centre.ctx,
    StartProgram.parse({
      childId: child.id,
      locationId,
      referralReceivedOn: day(referredDays),
    }),
  )
}
const IN_45_DAYS = ['EVALUATION', 'CHILD_ASSESSMENT', 'FAMILY_ASSESSMENT', 'IFSP'] as const
const reach = async (id: string, days: number, ...kinds: RecordMilestone['kind'][]) => {
  for (const kind of kinds)
    await recordEarlyInterventionMilestone(centre.ctx, {
      id,
      milestone: { kind, occurredOn: day(days) },
    })
}
const delayed = (id: string, from: number, until: number, cause: 'FAMILY' | 'PROVIDER') =>
  delayProgram(centre.ctx, {
    id,
    delay: AddDelay.parse({
      startsOn: day(from),
      endsOn: day(until),
      cause,
      ...(cause === 'FAMILY' && { reason: 'FAMILY_UNAVAILABLE' }),
      note: 'x',
    }),
  })
const childrenOf = async (indicator: Indicator, outcome?: Outcome) => {
  const page = { limit: 100, sort: 'createdAt' } as const
  const { data } = await listComplianceChildren(centre.ctx, {
    ...page,
    ...PERIOD,
    indicator,
    outcome,
  })
  return data
}

test('each child counts once per indicator and can be listed', async () => {
  // Indicator 7, of referrals 50 days ago: due 5 days ago.
  const timely = await begin(-50)
  await reach(timely.id, -6, ...IN_45_DAYS)
  const byFamily = await begin(-50)
  await delayed(byFamily.id, -40, -31, 'FAMILY')
  await reach(byFamily.id, -3, ...IN_45_DAYS)
  const late = await begin(-50, north)
  await delayed(late.id, -40, -31, 'PROVIDER')
  await reach(late.id, -6, 'EVALUATION', 'CHILD_ASSESSMENT', 'FAMILY_ASSESSMENT')
  await reach(late.id, -3, 'IFSP')
  const overdue = await begin(-50, north)
  const pending = await begin(-20, north)
  await reach(pending.id, -1, 'EVALUATION')
  // Referred 20 days before the third birthday: Indicators 7 and 8B do not count it.
  const tooLate = await begin(-1, north, 36 - 1)
  const figures = async (query: object = {}) => {
    const { data } = await listComplianceFigures(centre.ctx, { ...PERIOD, ...query })
    return data
  }
  const seven = (await figures()).filter(({ indicator }) => indicator === 'INDICATOR_7')
  expect(seven).toEqual([
    {
      locationId: null,
      locationName: null,
      indicator: 'INDICATOR_7',
      children: 2,
      timely: 1,
      lateByFamily: 1,
      lateOtherwise: 0,
      pending: 0,
      percent: 100,
    },
    {
      locationId: north,
      locationName: 'Nord, "Alt"',
      indicator: 'INDICATOR_7',
      children: 3,
      timely: 0,
      lateByFamily: 0,
      lateOtherwise: 2,
      pending: 1,
      percent: 0,
    },
  ])
  expect(await figures({ locationId: north })).toEqual([seven[1]])
  expect(await figures({ 'dueOn[gte]': day(400), 'dueOn[lt]': day(401) })).toEqual([])
  const behind = async (outcome: Outcome) =>
    (await childrenOf('INDICATOR_7', outcome)).map(({ id }) => id)
  expect(await behind('TIMELY')).toEqual([timely.id])
  expect(await behind('LATE_BY_FAMILY')).toEqual([byFamily.id])
  expect(await behind('LATE_OTHERWISE')).toEqual([late.id, overdue.id])
  expect(await behind('PENDING')).toEqual([pending.id])
  expect((await childrenOf('INDICATOR_8B')).map(({ id }) => id)).not.toContain(tooLate.id)
  const all = await childrenOf('INDICATOR_7')
  expect(all).toHaveLength(5)
  expect(all.every(({ deadlineIds }) => deadlineIds.length === 4)).toBe(true)

  const csv = new TextDecoder().decode(await exportComplianceCsv(centre.ctx, PERIOD))
  expect(csv.split('\r\n').slice(0, 3)).toEqual([
    'locationId,locationName,indicator,children,timely,lateByFamily,lateOtherwise,pending,percent',
    ',,INDICATOR_7,2,1,1,0,0,100',
    `${north},"Nord, ""Alt""",INDICATOR_7,3,0,0,2,1,0`,
  ])

  // The list matches the count.
  const filter = { locationId: north, 'dueOn[gte]': day(-5), 'dueOn[lt]': day(-4) }
  const { data: counts } = await countDeadlines(centre.ctx, filter)
  expect(counts.filter(({ clock }) => clock === 'ifsp')).toEqual([
    { status: 'MISSED', clock: 'ifsp', count: 1 },
    { status: 'MET_LATE', clock: 'ifsp', count: 1 },
  ])
  const { data: listed } = await listDeadlines(centre.ctx, { limit: 100, sort: 'dueOn', ...filter })
  expect(new Set(listed.map(({ programId, dueOn }) => `${programId} ${dueOn}`))).toEqual(
    new Set([late, overdue].map(({ id }) => `${id} ${day(-5)}`)),
  )
})

test('a child is timely for Indicator 1 if all services are', async () => {
  const { id } = await begin(-45)
  const service = {
    key: 'speech',
    type: 'SPEECH_LANGUAGE',
    frequency: 'Weekly',
    intensity: 'INDIVIDUAL',
    method: 'Coaching',
    setting: 'HOME',
    consentedOn: day(-35),
    startedOn: day(-30),
  }
  const set = (...ifspServices: object[]) =>
    patchProgram(centre.ctx, { id, patch: PatchProgram.parse({ ifspServices }) })
  const outcomes = async () =>
    (await childrenOf('INDICATOR_1')).map((it) => [it.id, it.outcome, it.deadlineIds.length])
  await set(service)
  expect(await outcomes()).toEqual([[id, 'TIMELY', 1]])
  const second = { ...service, key: 'vision', type: 'VISION', consentedOn: day(-10) }
  await set(service, { ...second, startedOn: null })
  expect(await outcomes()).toEqual([[id, 'PENDING', 2]])
  await set({ ...service, startedOn: day(-1) }, { ...second, startedOn: day(-9) })
  expect(await outcomes()).toEqual([[id, 'LATE_OTHERWISE', 2]])
})
