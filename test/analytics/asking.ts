/** Questions to the API and their answers, in the shape of the reference. */
import { expect } from 'vitest'
import type { LocationAnalytics } from '#analytics/figures/schemas.ts'
import type { AnalyticsRecord } from '#analytics/records/schemas.ts'
import type { MetricDefinition } from '#analytics/metrics/schemas.ts'
import type { ApiClient, TestApi } from '../support/api.ts'
import type { Asked } from './reference.ts'

/** Long enough for a whole month, two clock changes and partial months on either side. */
export const DAYS = { startsOn: '2026-09-24', endsOn: '2026-11-22' }

const MEMBERS: Record<string, string> = {
  LOCATION: 'locationId',
  PROVIDER: 'providerId',
  SERVICE: 'serviceId',
  TYPE: 'appointmentType',
  FUNDING_PROGRAM: 'fundingProgram',
  STAGE: 'stage',
  CLOCK: 'clock',
}

const valueOf = (row: object, grouping: string): string => {
  const members = row as Record<string, string | null>
  if (grouping === 'PAYER') return members['payerId'] ?? members['payer'] ?? ''
  return members[MEMBERS[grouping]!] ?? ''
}

/** The questions that a metric answers. */
export const questionsAbout = ({ metric, groupings, isSnapshot }: MetricDefinition): Asked[] => [
  ...groupings.map((it) => ({ metric, ...DAYS, granularity: 'TOTAL', groupBy: [it] })),
  { metric, ...DAYS, granularity: 'TOTAL', groupBy: groupings },
  ...(isSnapshot
    ? []
    : [
        { metric, ...DAYS, granularity: 'DAY', groupBy: ['LOCATION'] },
        { metric, ...DAYS, granularity: 'WEEK', groupBy: [groupings.at(-1)!] },
        { metric, ...DAYS, granularity: 'MONTH', groupBy: [] },
        { metric, ...DAYS, granularity: 'QUARTER', groupBy: ['LOCATION'] },
      ]),
]

const queryOf = (
  { metric, startsOn, endsOn, granularity, groupBy }: Asked,
  more: Record<string, string>,
) =>
  new URLSearchParams({
    metrics: metric,
    startsOn,
    endsOn,
    granularity,
    groupBy: groupBy.length > 0 ? groupBy.join(',') : 'NONE',
    ...more,
  }).toString()

export const createAsker = (api: TestApi, client: Pick<ApiClient, 'get'>) => {
  const get = async <Body>(path: string): Promise<Body> => {
    const { status, body, text } = await client.get<Body>(path)
    expect(status, `${text} ${JSON.stringify(api.errors.at(-1))}`).toBe(200)
    return body
  }
  const ask = (asked: Asked, more: Record<string, string> = {}) =>
    get<LocationAnalytics>(`/v1/analytics/locations?${queryOf(asked, more)}`)
  return {
    ask,
    /** The numerator and denominator per period, groups and currency; empty ones have no row. */
    rows: async (asked: Asked, more: Record<string, string> = {}) => {
      const { data, total } = await ask(asked, more)
      const found: Record<string, number[]> = {}
      for (const row of data)
        for (const { currency, value, numerator, denominator } of row.figures) {
          const counted = denominator === null ? [value!] : [numerator!, denominator]
          if (counted.every((it) => it === 0)) continue
          const keys = asked.groupBy.map((it) => valueOf(row, it))
          found[[row.startsOn, ...keys, currency ?? ''].join(' ')] = counted
        }
      return { found, total }
    },
    /** All records behind a figure, page by page. */
    records: async (metric: string, more: Record<string, string> = {}) => {
      const all: AnalyticsRecord[] = []
      let cursor: string | null = null
      let total: number | null
      do {
        const query = new URLSearchParams({
          metric,
          ...DAYS,
          limit: '7',
          ...more,
          ...(cursor && { cursor }),
        })
        const page: { data: AnalyticsRecord[]; nextCursor: string | null; total: number | null } =
          await get(`/v1/analytics/records?${query.toString()}`)
        all.push(...page.data)
        cursor = page.nextCursor
        total = page.total
      } while (cursor)
      return { all, total }
    },
  }
}
