import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exportOutcomesCsv,
  listOutcomeChildren,
  listOutcomeFigures,
} from '#early-intervention/outcomes/queries.ts'
import type { Standing } from '#early-intervention/outcomes/rules.ts'
import { OUTCOMES } from '#early-intervention/programs/progress-category.ts'
import { closeProgram } from '#early-intervention/programs/close-program.ts'
import type { RecordOutcomeSummary } from '#early-intervention/programs/outcome-summaries.ts'
import { getProgram } from '#early-intervention/programs/queries.ts'
import { recordChildOutcomeSummary } from '#early-intervention/programs/record-child-outcome-summary.ts'
import { recordEarlyInterventionMilestone } from '#early-intervention/programs/record-early-intervention-milestone.ts'
import { StartProgram } from '#early-intervention/programs/schemas.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { withdrawChildOutcomeSummary } from '#early-intervention/programs/withdraw-child-outcome-summary.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { createChild } from '#people/children/create-child.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { createDatabase, type TestDatabase } from '../support/servers.ts'
import { createCentre, openTestPlatform, type Centre } from '../workflows/support.ts'

const stack = new AsyncDisposableStack()
let database: TestDatabase
let platform: OpenPlatform
let centre: Centre
let north: string
beforeAll(async () => {
  database = stack.use(await createDatabase())
  const now = () => new Date('2026-11-23T10:00:00Z')
  platform = stack.use(openTestPlatform(database, { now }))
  centre = await createCentre(platform, database)
  north = (await createLocation(centre.ctx, { name: 'Nord', timeZone: 'Europe/Berlin' })).id
})
afterAll(() => stack.disposeAsync())

/** Half a year before this day is 2026-05-22, which is 182 days. */
const CLOSED_ON = '2026-11-20'
const PERIOD = { 'closedOn[gte]': '2026-11-01', 'closedOn[lt]': '2026-12-01' }
const evidence = [{ source: 'Observation at home', summary: 'Takes turns.' }]

type Ratings = [number, number, number]
const ratedAtEntry = (ratings: Ratings) =>
  OUTCOMES.map((outcome, index) => ({ outcome, rating: ratings[index]!, evidence }))
const ratedAtExit = (ratings: Ratings, progress: boolean) =>
  ratedAtEntry(ratings).map((it) => ({ ...it, madeProgress: progress }))

const begin = async (locationId: string | null = null) => {
  const name = { firstName: 'Lena', lastName: 'W' }
  const { id: childId } = await createChild(centre.ctx, { ...name, birthDate: '2024-12-01' })
  const input = { childId, locationId, referralReceivedOn: '2026-01-05' }
  return startProgram(centre.ctx, StartProgram.parse(input))
}
const serve = (id: string, occurredOn: string) =>
  recordEarlyInterventionMilestone(centre.ctx, {
    id,
    milestone: { kind: 'SERVICES_STARTED', occurredOn },
  })
const rate = (id: string, ratings: Ratings) =>
  recordChildOutcomeSummary(centre.ctx, {
    id,
    summary: { occasion: 'ENTRY', ratedOn: '2026-03-01', ratings: ratedAtEntry(ratings) },
  })
const close = (id: string, exit?: { ratings: Ratings; progress: boolean }) =>
  closeProgram(centre.ctx, {
    id,
    closedOn: CLOSED_ON,
    ...(exit && {
      exitOutcomes: { ratedOn: CLOSED_ON, ratings: ratedAtExit(exit.ratings, exit.progress) },
    }),
  })
const behind = async (standing?: Standing[], outcome: (typeof OUTCOMES)[number] = OUTCOMES[0]) => {
  const page = { limit: 100, sort: 'createdAt' } as const
  const query = { ...page, ...PERIOD, outcome, standing }
  return (await listOutcomeChildren(centre.ctx, query)).data
}

test('each child who exited supports a figure with its ratings and six months of service', async () => {
  const served = async (locationId: string | null, startedOn: string, entry?: Ratings) => {
    const { id } = await begin(locationId)
    await serve(id, startedOn)
    if (entry) await rate(id, entry)
    return id
  }
  const improved = await served(null, '2026-05-22', [3, 2, 6])
  await close(improved, { ratings: [6, 4, 6], progress: true })
  const still = await served(null, '2026-05-22', [3, 3, 6])
  await close(still, { ratings: [3, 2, 5], progress: false })
  const short = await served(null, '2026-05-23', [3, 2, 6])
  await close(short, { ratings: [6, 4, 6], progress: true })
  const unrated = await served(north, '2026-02-01')
  await close(unrated, { ratings: [6, 4, 6], progress: true })
  const unserved = (await begin(north)).id
  await close(unserved)
  const running = await served(north, '2026-02-01', [3, 2, 6])

  const { data } = await listOutcomeFigures(centre.ctx, PERIOD)
  const none = { categoryA: 0, categoryB: 0, categoryC: 0, categoryD: 0, categoryE: 0 }
  const figure = { locationId: null, locationName: null, children: 3, incomplete: 0, ...none }
  const counted = { ...figure, shortService: 1, summaryStatement1: 50, summaryStatement2: 50 }
  expect(data).toEqual([
    { ...counted, outcome: 'SOCIAL_EMOTIONAL', categoryA: 1, categoryD: 1 },
    {
      ...counted,
      outcome: 'KNOWLEDGE_AND_SKILLS',
      categoryA: 1,
      categoryC: 1,
      summaryStatement2: 0,
    },
    {
      ...counted,
      outcome: 'BEHAVIORS_TO_MEET_NEEDS',
      categoryA: 1,
      categoryE: 1,
      summaryStatement1: 0,
    },
    ...OUTCOMES.map((outcome) => ({
      ...none,
      locationId: north,
      locationName: 'Nord',
      outcome,
      children: 2,
      shortService: 1,
      incomplete: 1,
      summaryStatement1: null,
      summaryStatement2: null,
    })),
  ])
  const idsOf = async (...standing: Standing[]) => (await behind(standing)).map(({ id }) => id)
  expect(await idsOf('D')).toEqual([improved])
  expect(await idsOf('A', 'D')).toEqual([improved, still])
  expect(await idsOf('SHORT_SERVICE')).toEqual([short, unserved])
  expect(await idsOf('INCOMPLETE')).toEqual([unrated])
  const all = await behind()
  expect(all).toHaveLength(5)
  expect(all.map(({ id }) => id)).not.toContain(running)
  expect(all[0]).toEqual({
    id: improved,
    childId: (await getProgram(centre.ctx, { id: improved })).childId,
    locationId: null,
    outcome: 'SOCIAL_EMOTIONAL',
    standing: 'D',
    entryRating: 3,
    exitRating: 6,
    madeProgress: true,
    serviceStartedOn: '2026-05-22',
    closedOn: CLOSED_ON,
  })
  const late = { 'closedOn[gte]': '2026-11-21', 'closedOn[lt]': '2026-12-01' }
  expect((await listOutcomeFigures(centre.ctx, late)).data).toEqual([])
  const csv = new TextDecoder().decode(await exportOutcomesCsv(centre.ctx, PERIOD))
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'locationId,locationName,outcome,children,categoryA,categoryB,categoryC,categoryD,categoryE,shortService,incomplete,summaryStatement1,summaryStatement2',
    ',,SOCIAL_EMOTIONAL,3,1,0,0,1,0,1,0,50,50',
  ])
})

test('ratings are replaced, previewed and withdrawn, exit ratings even after the exit', async () => {
  const { id } = await begin()
  const entry = {
    occasion: 'ENTRY',
    ratedOn: '2026-03-01',
    ratings: ratedAtEntry([1, 1, 1]),
  } as const
  const rehearsed = await recordChildOutcomeSummary(centre.ctx, {
    id,
    summary: entry,
    dryRun: true,
  })
  expect(rehearsed).toMatchObject({ dryRun: true, outcomeSummaries: [entry] })
  expect((await getProgram(centre.ctx, { id })).outcomeSummaries).toEqual([])
  await rate(id, [1, 1, 1])
  const reversed = { ...entry, ratings: ratedAtEntry([4, 4, 4]).toReversed() }
  const { outcomeSummaries } = await recordChildOutcomeSummary(centre.ctx, {
    id,
    summary: reversed,
  })
  expect(outcomeSummaries).toEqual([{ ...entry, ratings: ratedAtEntry([4, 4, 4]) }])
  await close(id)
  const exit = { occasion: 'EXIT', ratedOn: '2026-11-22' } as const
  const summary = { ...exit, ratings: ratedAtExit([4, 4, 4], false) }
  const after = await recordChildOutcomeSummary(centre.ctx, { id, summary })
  expect(after).toMatchObject({
    status: 'CLOSED',
    outcomeSummaries: [reversed.occasion, exit.occasion].map((occasion) => ({ occasion })),
  })
  const left = await withdrawChildOutcomeSummary(centre.ctx, { id, occasion: 'EXIT' })
  expect(left.outcomeSummaries).toMatchObject([{ occasion: 'ENTRY' }])
  await expect(
    withdrawChildOutcomeSummary(centre.ctx, { id, occasion: 'EXIT' }),
  ).rejects.toMatchObject({ issues: [{ path: 'occasion', code: 'not_found' }] })
})

test('ratings that contradict each other, their day or the question are refused', async () => {
  const { id } = await begin()
  const record = (
    occasion: 'ENTRY' | 'EXIT',
    ratedOn: string,
    ratings: RecordOutcomeSummary['ratings'] = ratedAtEntry([4, 4, 4]),
  ) => recordChildOutcomeSummary(centre.ctx, { id, summary: { occasion, ratedOn, ratings } })
  const refused = (path: string, code: string) => ({ issues: [{ path, code }] })
  await expect(record('ENTRY', '2026-01-04')).rejects.toMatchObject(
    refused('ratedOn', 'out_of_range'),
  )
  await expect(record('ENTRY', '2026-11-24')).rejects.toMatchObject(
    refused('ratedOn', 'in_the_future'),
  )
  await expect(record('ENTRY', '2026-03-01', ratedAtExit([4, 4, 4], true))).rejects.toMatchObject(
    refused('ratings.0.madeProgress', 'not_allowed'),
  )
  await expect(record('EXIT', '2026-11-01')).rejects.toMatchObject(
    refused('ratings.0.madeProgress', 'required'),
  )
  const observed = [{ source: 'Observation', observedOn: '2026-11-24' }]
  const future = ratedAtEntry([4, 4, 4]).map((it) => ({ ...it, evidence: observed }))
  await expect(record('ENTRY', '2026-03-01', future)).rejects.toMatchObject(
    refused('ratings.0.evidence.0.observedOn', 'in_the_future'),
  )
  await rate(id, [4, 4, 4])
  await expect(record('EXIT', '2026-02-28', ratedAtExit([4, 4, 4], true))).rejects.toMatchObject(
    refused('ratedOn', 'out_of_range'),
  )
  await expect(record('EXIT', '2026-11-01', ratedAtExit([4, 5, 4], false))).rejects.toMatchObject(
    refused('ratings.1.madeProgress', 'not_allowed'),
  )
  await expect(close(id, { ratings: [4, 4, 6], progress: false })).rejects.toMatchObject(
    refused('exitOutcomes.ratings.2.madeProgress', 'not_allowed'),
  )
  await record('EXIT', '2026-11-01', ratedAtExit([4, 4, 4], false))
  await expect(rate(id, [3, 4, 4])).rejects.toMatchObject(
    refused('ratings.0.rating', 'not_allowed'),
  )
})
