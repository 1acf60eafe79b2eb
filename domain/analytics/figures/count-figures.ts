import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { ONE_PAGE } from '#platform/core/lists/paging.ts'
import { can } from '#platform/core/access/permissions.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { FamilyName } from '../families/families.ts'
import { assertMaySee } from './assert-may-see.ts'
import { addUp, figuresOf, type Read } from './figures-of.ts'
import { groupsOf } from './groups-of.ts'
import { loadFilters } from './load-filters.ts'
import { loadPayerNames } from './load-payer-names.ts'
import { loadPlaces, spansOf, type Places } from './load-places.ts'
import { loadFreshness } from './load-freshness.ts'
import { Temporal } from 'temporal-polyfill'
import {
  firstOf,
  periodsIn,
  periodWithin,
  shifted,
  shiftOf,
  type Days,
  type Shift,
} from './periods.ts'
import { limitedBy, planQuestion, type Filters, type Question } from './plan-question.ts'
import { readSums, type Sums } from './read-sums.ts'
import type {
  AnalyticsFigure,
  AnalyticsRow,
  LocationAnalytics,
  LocationAnalyticsQuery,
} from './schemas.ts'
import { granularityOfCells, refusalByCells, tellCells } from './tell-cells.ts'
import { MOST_ROWS } from './rules.ts'

/**
 * Counts metrics over all visible locations, by period and group.
 * @param withholding whether there are other readers from whom small figures are withheld
 * @param isComplete whether periods and locations without figures have rows too
 */
export const countFigures = async (
  reader: Reader,
  query: LocationAnalyticsQuery,
  { withholding = false, isComplete = false }: { withholding?: boolean; isComplete?: boolean } = {},
): Promise<LocationAnalytics> => {
  const question = planQuestion(query)
  assertMaySee(reader.actor, query.metrics)
  const places = await loadPlaces(reader, query.locationId)
  const filters = await loadFilters(reader, query)
  const shift = query.comparison && shiftOf(query.comparison, query.granularity, query)
  const earlier = shift && shifted(query, shift)
  const isByCell = withholding || (await isSmallWithheld(reader))
  const refusal = isByCell && refusalByCells(query)
  if (refusal) throw refusal
  const asked = { query, question, filters, places, isByCell }
  const now = await readAll(reader, asked, query, {})
  const before = earlier && (await readAll(reader, asked, earlier, shift))
  const names = await loadPayerNames(reader, payersIn(question, [...now, ...(before ?? [])]))
  const tell: Tell = isByCell
    ? tellCells
    : (metrics, later, sooner) => figuresOf(metrics, addUp(later), sooner && addUp(sooner))
  return {
    startsOn: query.startsOn,
    endsOn: query.endsOn,
    granularity: query.granularity,
    groupBy: [...question.groupBy],
    comparedWith: earlier ?? null,
    ...(await freshness(reader, question.families)),
    locations: places.locations,
    ...ONE_PAGE,
    data: rowsOf(query, question, names, {
      now,
      before,
      tell,
      others: isComplete ? everyKey(query, question, places) : [],
    }),
    total: tell(query.metrics, now, before),
  }
}

const freshness = async (reader: Reader, families: readonly FamilyName[]) => {
  const { currentAt, isBeingRebuilt } = await loadFreshness(reader, families)
  return { currentAt: utc(currentAt), isBeingRebuilt }
}

/** Whether small figures are withheld from the caller. */
export const isSmallWithheld = async (reader: Reader): Promise<boolean> =>
  !can(reader.actor, 'sessions:read') && (await loadTenantSettings(reader)).smallFiguresWithheld

interface Counted extends Read {
  row: Sums & { cell?: string }
}

/** How figures are computed from rows. */
type Tell = (
  metrics: LocationAnalyticsQuery['metrics'],
  now: readonly Counted[],
  before: readonly Counted[] | undefined,
) => AnalyticsFigure[]

interface Asked {
  query: LocationAnalyticsQuery
  question: Question
  filters: Filters
  places: Places
  /** True if sums must be read by location and month: see tell-cells.ts. */
  isByCell: boolean
}

const readAll = async (
  reader: Reader,
  { query, question: { families, groupBy }, filters, places, isByCell }: Asked,
  days: Days,
  shift: Shift,
): Promise<Counted[]> => {
  const { granularity, startsOn, currency } = query
  const spans = spansOf(places, days, reader.now)
  const asked = { groupBy, filters, currency, granularity, spans, shift, startsOn }
  const read = await Promise.all(
    families.map(async (family): Promise<Counted[]> => {
      if (!isByCell) return (await readSums(reader, family, asked)).map((row) => ({ family, row }))
      const cells = { groupBy: ['LOCATION'], granularity: granularityOfCells(family) } as const
      const rows = await readSums(reader, family, { ...asked, ...cells })
      return rows.map((row) => ({ family, row: ofCell(row, query, groupBy) }))
    }),
  )
  return read.flat()
}

/** Assigns a cell's sums to the requested period and group. */
const ofCell = (
  row: Sums,
  { granularity, startsOn }: LocationAnalyticsQuery,
  groupBy: Question['groupBy'],
): Counted['row'] => ({
  ...row,
  cell: JSON.stringify([row.startsOn, row.keys]),
  keys: groupBy.length > 0 ? row.keys : [],
  startsOn:
    granularity === 'TOTAL'
      ? startsOn
      : firstOf(Temporal.PlainDate.from(row.startsOn), granularity).toString(),
})

const payersIn = ({ groupBy }: Question, counted: readonly Counted[]): string[] => {
  const at = groupBy.indexOf('PAYER')
  return at < 0 ? [] : [...new Set(counted.map(({ row }) => row.keys[at]!))]
}

/**
 * The keys of all periods at all locations in use, which have rows even if nothing was counted. Questions with other
 * groups or with filters have only rows that count something.
 */
const everyKey = (
  query: LocationAnalyticsQuery,
  { groupBy }: Question,
  { inUse }: Places,
): string[] => {
  if (limitedBy(query).length > 0 || groupBy.some((it) => it !== 'LOCATION')) return []
  const groups = groupBy.length === 0 ? [[]] : inUse.map((id) => [id])
  return periodsIn(query, query.granularity).flatMap((first) =>
    groups.map((names) => JSON.stringify([first, ...names])),
  )
}

const keyOf = ({ row }: Counted) => JSON.stringify([row.startsOn, ...row.keys])

const rowsOf = (
  query: LocationAnalyticsQuery,
  { groupBy }: Question,
  payers: ReadonlyMap<string, string | null>,
  {
    now,
    before,
    tell,
    others,
  }: { now: Counted[]; before: Counted[] | undefined; tell: Tell; others: readonly string[] },
): AnalyticsRow[] => {
  const groups = Map.groupBy(now, keyOf)
  const earlier = Map.groupBy(before ?? [], keyOf)
  const counted = new Set([...groups.keys(), ...earlier.keys()])
  const complete = new Set([...counted, ...others])
  const keys = [...(complete.size > MOST_ROWS ? counted : complete)].toSorted()
  if (keys.length > MOST_ROWS)
    throw invalid(
      'groupBy',
      'too_many',
      `The response would have ${keys.length} rows, but the maximum is ${MOST_ROWS}. Request fewer days, longer periods or fewer groups.`,
    )
  return keys.flatMap((key) => {
    const [first, ...names] = JSON.parse(key) as [string, ...string[]]
    const figures = tell(query.metrics, groups.get(key) ?? [], before && (earlier.get(key) ?? []))
    // No amount of money has no currency, so it is no figure.
    if (figures.length === 0 && !counted.has(key)) return []
    return {
      ...periodWithin(first, query.granularity, query),
      ...groupsOf((grouping) => names[groupBy.indexOf(grouping)], payers),
      figures,
    }
  })
}
