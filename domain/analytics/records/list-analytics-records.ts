import { Temporal } from 'temporal-polyfill'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { paginate, type Page } from '#platform/core/lists/paging.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { assertMaySee } from '../figures/assert-may-see.ts'
import { addUp, countOf, type Counted } from '../figures/figures-of.ts'
import { isSmallWithheld } from '../figures/count-figures.ts'
import { groupsOf } from '../figures/groups-of.ts'
import { loadFilters } from '../figures/load-filters.ts'
import { loadPayerNames } from '../figures/load-payer-names.ts'
import { loadPlaces, spansOf } from '../figures/load-places.ts'
import { lengthOf } from '../figures/periods.ts'
import { assertCurrency, assertFits, assertRange } from '../figures/plan-question.ts'
import { readSums } from '../figures/read-sums.ts'
import { FAMILIES, type FamilyName } from '../families/families.ts'
import { familiesOf, type Metric } from '../metrics/metric.ts'
import { metricOf } from '../metrics/metric-of.ts'
import { readRecords, type RecordRow, type RecordsQuery } from './read-records.ts'
import type { AnalyticsRecord, AnalyticsRecordQuery } from './schemas.ts'

/** Maximum number of days for which records can be listed. */
const MOST_DAYS_OF_RECORDS = 371

type Records = Omit<Page<AnalyticsRecord>, 'total' | 'totalIsExact'> & {
  total: number | null
  isSuppressed: boolean
}

/** The records behind a figure, oldest day first. */
export const listAnalyticsRecords = (ctx: Context, query: AnalyticsRecordQuery): Promise<Records> =>
  read(ctx, 'analytics:read', async (reader) => {
    const metric = metricOf(query.metric)
    assertRange(query, MOST_DAYS_OF_RECORDS, 'Records')
    assertFits(query.metric, query)
    assertCurrency([query.metric], query)
    assertMaySee(ctx.actor, [query.metric])
    authorize(ctx.actor, permissionFor(metric, query))
    const sum = summed(metric, query)
    const places = await loadPlaces(reader, query.locationId)
    const asked = {
      filters: await loadFilters(reader, query),
      spansOf: (days: Parameters<typeof spansOf>[1]) => spansOf(places, days, reader.now),
      sum,
    }
    const counted = await countAll(reader, query, asked, familiesOf(metric))
    const currency = currencyOf(metric, query, counted)
    // Listing records with arbitrary filters and days would reveal withheld figures.
    if (await isSmallWithheld(reader))
      return { data: [], nextCursor: null, hasMore: false, total: null, isSuppressed: true }
    const page = await paginate(reader, { ...query, count: undefined }, ({ after, take }) =>
      followDays(reader, query, { ...asked, currency }, after, take),
    )
    return {
      ...page,
      data: await toRecords(reader, page.data),
      total: countOf(counted, sum, currency ?? ''),
      isSuppressed: false,
    }
  })

const permissionFor = (
  { recordsNeed, denominatorRecordsNeed }: Metric,
  query: AnalyticsRecordQuery,
) => (query.part === 'DENOMINATOR' ? (denominatorRecordsNeed ?? recordsNeed) : recordsNeed)

const summed = (metric: Metric, { metric: id, part }: AnalyticsRecordQuery) => {
  if (part === 'NUMERATOR') return metric.numerator
  if (metric.denominator) return metric.denominator
  throw invalid('part', 'not_allowed', `${id} has no divisor. Omit part.`)
}

/** The totals of the question, which do not depend on the page. */
const countAll = async (
  reader: Reader,
  { startsOn, endsOn, currency }: AnalyticsRecordQuery,
  { filters, spansOf: spans }: Pick<RecordsQuery, 'filters'> & DaysAtPlaces,
  families: readonly FamilyName[],
): Promise<Counted> => {
  const asked = {
    groupBy: [],
    filters,
    currency,
    granularity: 'TOTAL',
    spans: spans({ startsOn, endsOn }),
    shift: {},
    startsOn,
  } as const
  const read = await Promise.all(
    families.map(async (family) =>
      (await readSums(reader, family, asked)).map((row) => ({ family, row })),
    ),
  )
  return addUp(read.flat())
}

/** The common currency. Amounts in several currencies have no total. */
const currencyOf = (
  { unit, numerator }: Metric,
  { currency }: AnalyticsRecordQuery,
  counted: Counted,
): string | null => {
  if (unit !== 'MONEY') return null
  const found = [...(counted.get(numerator.family)?.keys() ?? [])]
    .filter((it) => it !== '' && countOf(counted, numerator, it) !== 0)
    .toSorted()
  if (found.length > 1)
    throw invalid(
      'currency',
      'mixed_currencies',
      `There are amounts in ${found.join(', ')}. Choose one of these currencies with currency.`,
    )
  return currency ?? found[0] ?? null
}

interface DaysAtPlaces {
  spansOf: (days: { startsOn: string; endsOn: string }) => RecordsQuery['spans']
}

/**
 * Reads day by day, in growing steps, until the page is full, so that the cost depends on the page and not on
 * the period. A snapshot is read at once.
 */
const followDays = async (
  reader: Reader,
  { startsOn, endsOn }: AnalyticsRecordQuery,
  { spansOf: spans, ...asked }: Omit<RecordsQuery, 'spans' | 'after' | 'take'> & DaysAtPlaces,
  after: RecordsQuery['after'],
  take: number,
): Promise<RecordRow[]> => {
  const isSnapshot = 'isSnapshot' in FAMILIES[asked.sum.family]
  const last = Temporal.PlainDate.from(endsOn)
  const rows: RecordRow[] = []
  let from = Temporal.PlainDate.from(after && !isSnapshot ? String(after[0]) : startsOn)
  for (let days = isSnapshot ? lengthOf({ startsOn, endsOn }) : 1; rows.length < take; days *= 4) {
    const until = from.add({ days: days - 1 })
    const end = Temporal.PlainDate.compare(until, last) < 0 ? until : last
    const part = spans({ startsOn: from.toString(), endsOn: end.toString() })
    const more = { ...asked, spans: part, after, take: take - rows.length }
    rows.push(...(await readRecords(reader, more)))
    if (end.equals(last)) break
    from = end.add({ days: 1 })
  }
  return rows
}

const toRecords = async (
  reader: Reader,
  rows: readonly RecordRow[],
): Promise<AnalyticsRecord[]> => {
  const payers = [...new Set(rows.flatMap(({ groups }) => groups.PAYER || []))]
  const names = await loadPayerNames(reader, payers)
  return rows.map(({ recordId, countedOn, amount, currency, groups }) => ({
    recordType: subjectOf(recordId)?.type ?? 'other',
    recordId,
    countedOn,
    amount,
    currency: currency || null,
    ...groupsOf((grouping) => groups[grouping], names),
  }))
}
