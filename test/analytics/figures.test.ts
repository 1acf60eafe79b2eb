/** Which questions are allowed, for whom, and the format of the response. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnalyticsFigure, LocationAnalytics } from '#analytics/figures/schemas.ts'
import { rollUp } from '#analytics/rollups/roll-up.ts'
import { seededRandom } from '../drills/random.ts'
import { joinAs, type Browser } from '../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { createAsker, DAYS } from './asking.ts'
import { createCast, createHistory, type Cast } from './history.ts'
import { addOtherRecords } from './other-records.ts'

let api: TestApi
let cast: Cast
let centre: ApiClient
let asker: ReturnType<typeof createAsker>

beforeAll(async () => {
  api = await startApi()
  cast = await createCast(api)
  centre = await api.createClient(cast.tenantId)
  asker = createAsker(api, centre)
  const history = await createHistory(api, cast, seededRandom('figures'))
  for (let turn = 0; turn < 300; turn += 1) await history.next()
  await addOtherRecords(history.writer, 8)
  await rollUp(api.services.platform)
}, 300_000)
afterAll(() => api[Symbol.asyncDispose]())

const query = (more: Record<string, string>) => new URLSearchParams({ ...DAYS, ...more }).toString()
const figures = (more: Record<string, string>, client: Pick<ApiClient, 'get'> = centre) =>
  client.get<LocationAnalytics>(`/v1/analytics/locations?${query(more)}`)
const records = (more: Record<string, string>, client: Pick<ApiClient, 'get'> = centre) =>
  client.get<{ data: { recordId: string; locationId: string | null }[]; total: number | null }>(
    `/v1/analytics/records?${query(more)}`,
  )

describe('refuses with an explanation', () => {
  test.each<[string, Record<string, string>, string, string]>([
    [
      'a range that is too long',
      { granularity: 'DAY', startsOn: '2026-01-01' },
      'endsOn',
      'range_too_long',
    ],
    [
      'more days than a metric has',
      { metrics: 'MESSAGES_DELIVERED', startsOn: '2026-01-01' },
      'endsOn',
      'range_too_long',
    ],
    [
      'two groups at once over long',
      { groupBy: 'TYPE,PAYER', startsOn: '2026-01-01' },
      'endsOn',
      'range_too_long',
    ],
    ['days that run backwards', { startsOn: '2026-12-01' }, 'endsOn', 'inverted_range'],
    [
      'periods of how things stand',
      { metrics: 'GOALS', granularity: 'MONTH' },
      'granularity',
      'granularity_not_available',
    ],
    [
      'a group that a metric does not have',
      { metrics: 'LEADS', groupBy: 'PAYER' },
      'groupBy',
      'grouping_not_available',
    ],
    [
      'a filter that it does not have',
      { metrics: 'SESSIONS', stage: 'NEW' },
      'stage',
      'grouping_not_available',
    ],
    [
      'a payer named twice',
      { payer: 'AOK', payerId: 'pyr_01k4zq5b8w2v6m9x3c7t0r1n8e' },
      'payer',
      'not_allowed',
    ],
    ['a currency of what is no money', { currency: 'EUR' }, 'currency', 'not_allowed'],
  ])('%s', async (_, more, path, code) => {
    const { status, body } = await figures(more)
    expect([status, body]).toMatchObject([400, { errors: [{ path, code }] }])
  })

  test.each<[string, Record<string, string>, string, string]>([
    [
      'records of too many days',
      { metric: 'NO_SHOWS', startsOn: '2025-01-01' },
      'endsOn',
      'range_too_long',
    ],
    [
      'a part that there is not',
      { metric: 'NO_SHOWS', part: 'DENOMINATOR' },
      'part',
      'not_allowed',
    ],
    [
      'a filter that the metric does not have',
      { metric: 'LEADS', payer: 'AOK' },
      'payer',
      'grouping_not_available',
    ],
    ['money in several currencies', { metric: 'REVENUE' }, 'currency', 'mixed_currencies'],
  ])('%s', async (_, more, path, code) => {
    const { status, body } = await records(more)
    expect([status, body]).toMatchObject([400, { errors: [{ path, code }] }])
  })

  test('refuses currencies that fit on no common page, even on the first page', async () => {
    const days = { startsOn: '2026-10-01', endsOn: '2026-10-02' }
    for (const [at, currency] of [
      ['2026-10-01T12:00:00Z', 'EUR'],
      ['2026-10-02T12:00:00Z', 'USD'],
    ] as const)
      await api.query(
        `INSERT INTO orders (tenant_id, id, child_id, payer_id, status, amount_minor, captured_minor, currency, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'PAID', 700, 700, $5, $6, now())`,
        [
          cast.tenantId,
          `ord_${currency === 'EUR' ? 1 : 2}${'9'.repeat(25)}`,
          cast.children[2],
          cast.payers[1],
          currency,
          at,
        ],
      )
    await rollUp(api.services.platform)
    const of = { metric: 'REVENUE', ...days, limit: '1', payerId: cast.payers[1]! }
    expect((await records(of)).body).toMatchObject({ errors: [{ code: 'mixed_currencies' }] })
    const { status, body } = await records({ ...of, currency: 'USD' })
    expect([status, body.total, body.data.length]).toEqual([200, expect.any(Number), 1])
  })
})

test('each figure has the figure of the previous period beside it', async () => {
  const metrics = 'APPOINTMENTS_BOOKED,SESSIONS,REVENUE'
  const of = { startsOn: '2026-10-15', endsOn: '2026-10-31', granularity: 'TOTAL', metrics }
  const earlier = { startsOn: '2026-09-28', endsOn: '2026-10-14' }
  const { body } = await figures({ ...of, comparison: 'PREVIOUS_PERIOD' })
  const { body: before } = await figures({ ...of, ...earlier })
  expect(body.comparedWith).toEqual(earlier)
  const was = (figure: AnalyticsFigure) =>
    before.total.find((it) => it.metric === figure.metric && it.currency === figure.currency)
      ?.value ?? 0
  expect(body.total.length).toBeGreaterThan(3)
  for (const figure of body.total) expect(figure.previousValue, figure.metric).toBe(was(figure))
})

test.each(['PROVIDER', 'SERVICE', 'TYPE', 'PAYER', 'FUNDING_PROGRAM'])(
  'a limit to %s returns the figures of its rows',
  async (grouping) => {
    const of = { metric: 'APPOINTMENTS_BOOKED', ...DAYS, granularity: 'TOTAL' }
    const { data } = await asker.ask({ ...of, groupBy: [grouping] })
    const [parameter, member] = {
      PROVIDER: ['providerId', 'providerId'],
      SERVICE: ['serviceId', 'serviceId'],
      TYPE: ['appointmentType', 'appointmentType'],
      PAYER: ['payerId', 'payerId'],
      FUNDING_PROGRAM: ['fundingProgram', 'fundingProgram'],
    }[grouping] as [
      string,
      'providerId' | 'serviceId' | 'appointmentType' | 'payerId' | 'fundingProgram',
    ]
    const row = data.find((it) => it[member] !== null)!
    const { total } = await asker.ask({ ...of, groupBy: [] }, { [parameter]: row[member]! })
    expect(total[0]!.value).toBe(row.figures[0]!.value)
    expect(total[0]!.value).toBeGreaterThan(0)
  },
)

test('a recorded payer has its name and can be found by it', async () => {
  const of = { metric: 'REVENUE', ...DAYS, granularity: 'TOTAL' }
  const { data } = await asker.ask({ ...of, groupBy: ['PAYER'] })
  const row = data.find((it) => it.payerId === cast.payers[0])!
  expect(row.payer).toBe('AOK')
  const { total } = await asker.ask({ ...of, groupBy: [] }, { payer: 'aok' })
  expect(total.map(({ value }) => value)).toEqual(row.figures.map(({ value }) => value))
})

test('CSV has one line per figure, and lines for the total', async () => {
  const of = { metrics: 'APPOINTMENTS_BOOKED,REVENUE', granularity: 'MONTH' }
  const { body } = await figures(of)
  const { status, text, headers } = await centre.get(`/v1/analytics/locations.csv?${query(of)}`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const [header, ...lines] = text.trim().split('\r\n')
  const columns = header!.split(',')
  const cells = lines.map((line) => {
    const values = line.split(',')
    return Object.fromEntries(columns.map((column, at) => [column, values[at]]))
  })
  const shown = cells.map((it) => [
    it['isTotal'],
    it['startsOn'],
    it['locationId'],
    it['timeZone'],
    it['metric'],
    it['currency'],
    it['value'],
  ])
  const zoneOf = (id: string | null) => body.locations.find((it) => it.id === id)?.timeZone ?? ''
  const told = (isTotal: string, startsOn: string, id: string | null) => (it: AnalyticsFigure) => [
    isTotal,
    startsOn,
    id ?? '',
    zoneOf(id),
    it.metric,
    it.currency ?? '',
    String(it.value),
  ]
  expect(shown).toEqual([
    ...body.data.flatMap((row) => row.figures.map(told('false', row.startsOn, row.locationId))),
    ...body.total.map(told('true', DAYS.startsOn, null)),
  ])
  expect(shown.length).toBeGreaterThan(10)
})

test('a response states until when changes are counted, and whether a recount is running', async () => {
  const { body: now } = await figures({})
  expect(now.isBeingRebuilt).toBe(false)
  await api.query(
    `INSERT INTO analytics_changes (tenant_id, source, record_id, changed_at) VALUES ($1, 'locations', 'none', '2026-11-20T07:00:00Z')`,
    [cast.tenantId],
  )
  await api.query(
    `INSERT INTO analytics_rebuilds (tenant_id, family, started_at) VALUES ($1, 'MONEY', now())`,
    [cast.tenantId],
  )
  const { body } = await figures({})
  expect([body.currentAt, body.isBeingRebuilt]).toEqual(['2026-11-20T07:00:00.000Z', true])
  expect((await figures({ metrics: 'LEADS' })).body.isBeingRebuilt).toBe(false)
  await rollUp(api.services.platform)
  expect((await figures({})).body.isBeingRebuilt).toBe(false)
})

describe('a user bound to locations', () => {
  let person: Browser
  let place: string
  beforeAll(async () => {
    place = cast.locations[1]!
    person = await joinAs(api, centre, {
      roles: ['SCHEDULER', 'MARKETPLACE_MANAGER'],
      locationIds: [place],
    })
  })

  test('sees the same figures for these locations as the centre', async () => {
    const of = {
      metrics: 'APPOINTMENTS_BOOKED,SESSIONS,REVENUE,BOOKED_TIME',
      groupBy: 'LOCATION,TYPE',
      granularity: 'TOTAL',
    }
    const { body: mine } = await figures(of, person)
    const { body: all } = await figures({ ...of, locationId: place })
    expect(mine.locations.map(({ id }) => id)).toEqual([place])
    expect(mine.data).toEqual(all.data)
    expect(mine.total).toEqual(all.total)
    expect(mine.data.length).toBeGreaterThan(1)
  })

  test('cannot name another location', async () => {
    const { status, body } = await figures({ locationId: cast.locations[0]! }, person)
    expect([status, body]).toMatchObject([400, { code: 'invalid_reference' }])
  })

  test('sees only records of these locations', async () => {
    const { body } = await records({ metric: 'APPOINTMENTS_BOOKED', limit: '100' }, person)
    expect(new Set(body.data.map((it) => it.locationId))).toEqual(new Set([place]))
    expect(body.data.length).toBeGreaterThan(0)
  })

  test('cannot see figures of the whole centre', async () => {
    const { status, body } = await figures(
      { metrics: 'ONBOARDING_AGE', granularity: 'TOTAL' },
      person,
    )
    expect([status, body]).toMatchObject([403, { code: expect.stringMatching(/^insufficient_/) }])
  })
})

test('listing records requires permission to read them', async () => {
  const narrow = await api.createClient(cast.tenantId, { scopes: ['analytics.read'] })
  expect((await figures({ metrics: 'NO_SHOWS' }, narrow)).status).toBe(200)
  expect(await records({ metric: 'NO_SHOWS' }, narrow)).toMatchObject({
    status: 403,
    body: { code: 'insufficient_scope' },
  })
  expect((await figures({ metrics: 'REVENUE' }, narrow)).status).toBe(403)
})

describe('small figures', () => {
  const of = { metrics: 'APPOINTMENTS_COMPLETED', groupBy: 'LOCATION', granularity: 'MONTH' }
  const months = { startsOn: '2026-09-01', endsOn: '2026-12-31' }
  let scheduler: Browser
  beforeAll(async () => {
    scheduler = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { status } = await centre.patch('/v1/organization', { smallFiguresWithheld: true })
    expect(status).toBe(200)
  })

  const few = (value: number | null) => value !== null && value > 0 && value < 5

  test('are hidden from callers who may not read clinical records, and are left out of sums', async () => {
    const asked = { ...of, ...months, metrics: 'APPOINTMENTS_BOOKED,APPOINTMENTS_COMPLETED' }
    const { body: whole } = await figures(asked)
    const { body } = await figures(asked, scheduler)
    const { body: all } = await figures({ ...asked, granularity: 'TOTAL' }, scheduler)
    expect(body.data.length).toBe(whole.data.length)
    let isAnyWithheld = false
    for (const metric of [0, 1]) {
      let told = 0
      for (const [at, row] of whole.data.entries()) {
        const shown = body.data[at]!.figures[metric]!
        expect(few(shown.value)).toBe(false)
        if (shown.value === null) {
          isAnyWithheld = true
          expect(shown).toMatchObject({ isSuppressed: true, isPartial: true })
        } else {
          told += shown.value
          expect(shown).toEqual(row.figures[metric])
        }
      }
      expect(body.total[metric]!.value ?? 0).toBe(told)
      const values = all.data.map((row) => row.figures[metric]!.value ?? 0)
      expect(values.reduce((sum, value) => sum + value, 0)).toBe(told)
      // Figures of all appointments come first.
      if (metric === 0) expect(told).toBeGreaterThan(0)
    }
    expect(isAnyWithheld).toBe(true)
  })

  test('are shown to other callers', async () => {
    const reader = await joinAs(api, centre, { roles: ['READ_ONLY'] })
    const { body } = await figures({ ...of, groupBy: 'LOCATION,PROVIDER' }, reader)
    expect(body.data.some((it) => few(it.figures[0]!.value))).toBe(true)
  })

  test.each<[string, object, string]>([
    ['two services and one of them', { serviceId: 'SERVICES' }, 'grouping_not_available'],
    ['one service', { serviceId: 'SERVICE' }, 'grouping_not_available'],
    ['by provider', { groupBy: 'LOCATION,PROVIDER' }, 'grouping_not_available'],
    [
      'day by day',
      { granularity: 'DAY', startsOn: '2026-11-01', endsOn: '2026-11-30' },
      'granularity_not_available',
    ],
    ['week by week', { granularity: 'WEEK' }, 'granularity_not_available'],
    ['days that move by one', { endsOn: '2026-12-30' }, 'out_of_range'],
    [
      'beside days that are no months',
      { granularity: 'TOTAL', comparison: 'PREVIOUS_PERIOD' },
      'out_of_range',
    ],
  ])('cannot be derived by differences: %s', async (_, question, code) => {
    const asked = JSON.parse(
      JSON.stringify({ ...of, ...months, ...question })
        .replace('SERVICES', cast.services.slice(0, 2).join(','))
        .replace('SERVICE', cast.services[0]!),
    ) as Record<string, string>
    const { status, body } = await figures(asked, scheduler)
    expect([status, body]).toMatchObject([400, { errors: [{ code }] }])
    expect((await figures(asked)).status).toBe(200)
  })

  test('cannot be derived from metrics that add up', async () => {
    const cancelled = [
      'CANCELLATIONS',
      ...['CLIENT', 'PROVIDER', 'ORGANIZATION'].map((by) => `CANCELLATIONS_BY_${by}`),
    ]
    const asked = { ...of, ...months, metrics: cancelled.join(',') }
    const { body } = await figures(asked, scheduler)
    let complete = 0
    for (const { figures: shown } of body.data) {
      const [whole, ...parts] = shown.map(({ value }) => value)
      if (whole === null || whole === undefined) continue
      const known = parts.filter((it) => it !== null)
      const rest = whole - known.reduce((sum, it) => sum + it, 0)
      expect(few(rest)).toBe(false)
      complete += 1
    }
    expect(complete).toBeGreaterThan(0)
  })

  test('have no list of records either', async () => {
    const asked = { metric: 'APPOINTMENTS_COMPLETED' }
    expect((await records(asked, scheduler)).body).toMatchObject({
      data: [],
      total: null,
      isSuppressed: true,
    })
    expect((await records(asked)).body).toMatchObject({ isSuppressed: false })
  })
})
