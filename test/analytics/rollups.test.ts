import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rollUp } from '#analytics/rollups/roll-up.ts'
import type { LocationAnalytics } from '#analytics/figures/schemas.ts'
import { seededRandom } from '../drills/random.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { createCast, createHistory, type Cast } from './history.ts'
import { appointmentFacts, expectedRows } from './reference.ts'

const EVENTS = 260
const METRICS = [
  'APPOINTMENTS_BOOKED',
  'APPOINTMENTS_COMPLETED',
  'CANCELLATIONS',
  'CANCELLATIONS_BY_CLIENT',
  'CANCELLATIONS_BY_PROVIDER',
  'CANCELLATIONS_BY_ORGANIZATION',
  'LATE_CANCELLATIONS',
  'NO_SHOWS',
  'PROVIDER_NO_SHOWS',
  'RESCHEDULED_APPOINTMENTS',
  'BOOKED_TIME',
]
const DAYS = { startsOn: '2026-10-18', endsOn: '2026-11-12' }
const QUESTIONS = [
  { granularity: 'DAY', groupBy: ['LOCATION'] },
  { granularity: 'WEEK', groupBy: ['PROVIDER'] },
  { granularity: 'MONTH', groupBy: ['LOCATION', 'TYPE'] },
  { granularity: 'QUARTER', groupBy: ['SERVICE'] },
  { granularity: 'TOTAL', groupBy: ['PAYER'] },
  { granularity: 'DAY', groupBy: ['FUNDING_PROGRAM'] },
  { granularity: 'TOTAL', groupBy: [] },
  {
    granularity: 'DAY',
    groupBy: ['LOCATION', 'PROVIDER', 'SERVICE', 'TYPE', 'PAYER', 'FUNDING_PROGRAM'],
  },
]

const MEMBERS: Record<string, string> = {
  LOCATION: 'locationId',
  PROVIDER: 'providerId',
  SERVICE: 'serviceId',
  TYPE: 'appointmentType',
  PAYER: 'payer',
  FUNDING_PROGRAM: 'fundingProgram',
}

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api[Symbol.asyncDispose]())

/** The answer in the shape of the reference. */
const answered = async (client: ApiClient, question: (typeof QUESTIONS)[number]) => {
  const { granularity, groupBy } = question
  const query = new URLSearchParams({
    ...DAYS,
    granularity,
    metrics: METRICS.join(','),
    groupBy: groupBy.length > 0 ? groupBy.join(',') : 'NONE',
  })
  const { status, body, text } = await client.get<LocationAnalytics>(
    `/v1/analytics/locations?${query.toString()}`,
  )
  expect(status, `${text} ${JSON.stringify(api.errors.at(-1))}`).toBe(200)
  const rows = body.data.map((row) => {
    const members = row as unknown as Record<string, string | null>
    const key = [row.startsOn, ...groupBy.map((it) => members[MEMBERS[it]!] ?? '')].join(' ')
    return [key, row.figures.map(({ value }) => value)] as const
  })
  return { rows: Object.fromEntries(rows), total: body.total.map(({ value }) => value), body }
}

const keptRows = (tenantId: string) =>
  api.query('SELECT * FROM analytics_days WHERE tenant_id = $1 ORDER BY 2, 3, 4, 5, 6', [tenantId])

describe.each(['one', 'two', 'three'])('a history generated from the seed %s', (seed) => {
  const random = seededRandom(seed)
  const happened: string[] = []
  let cast: Cast
  let client: ApiClient

  beforeAll(async () => {
    cast = await createCast(api)
    client = await api.createClient(cast.tenantId)
    const history = createHistory(api, cast, random)
    for (let turn = 0; turn < EVENTS; turn += 1) {
      happened.push(await history.next())
      // The job comes whenever it comes, and takes in as much as it does.
      if (random.next() < 0.1)
        await rollUp(api.services.platform, { batchSize: random.between(1, 40) })
    }
    await rollUp(api.services.platform)
  })

  test('has everything in it that can happen', () => {
    expect(new Set(happened).size).toBeGreaterThan(10)
  })

  test.each(QUESTIONS)('is counted as by hand, by $granularity and $groupBy', async (question) => {
    const expected = expectedRows(await appointmentFacts(api, cast.tenantId), {
      ...DAYS,
      ...question,
      metrics: METRICS,
    })
    const { rows, total, body } = await answered(client, question)
    expect(Object.keys(expected).length).toBeGreaterThan(0)
    expect(rows).toEqual(expected)
    const sums = METRICS.map((_, at) =>
      Object.values(expected).reduce((sum, it) => sum + it[at]!, 0),
    )
    expect(total).toEqual(sums)
    expect(body.locations).toHaveLength(cast.locations.length)
  })

  test('leaves the same rows when everything is counted once more', async () => {
    const before = await keptRows(cast.tenantId)
    expect(before.length).toBeGreaterThan(100)
    await api.query(
      `INSERT INTO analytics_changes (tenant_id, source, record_id) SELECT $1, 'appointments', id FROM appointments
       WHERE tenant_id = $1`,
      [cast.tenantId],
    )
    await rollUp(api.services.platform)
    expect(await keptRows(cast.tenantId)).toEqual(before)
  })
})
