import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { invalid } from '#platform/core/errors.ts'
import { can } from '#platform/core/permissions.ts'
import { utc } from '#platform/core/time.ts'
import type { Reader } from '#platform/core/transaction.ts'
import type { FamilyName } from '../families/families.ts'
import { assertMaySee } from './assert-may-see.ts'
import { addUp, figuresOf } from './figures-of.ts'
import { groupsOf } from './groups-of.ts'
import { loadFilters } from './load-filters.ts'
import { loadPayerNames } from './load-payer-names.ts'
import { loadPlaces, spansOf, type Places } from './load-places.ts'
import { loadFreshness } from './load-freshness.ts'
import { periodWithin, shifted, shiftOf, type Days, type Shift } from './periods.ts'
import { planQuestion, type Filters, type Question } from './plan-question.ts'
import { readSums, type Sums } from './read-sums.ts'
import type { AnalyticsRow, LocationAnalytics, LocationAnalyticsQuery } from './schemas.ts'
import { withholdSmall, type FigureOf } from './withhold-small.ts'

/** Rows that one answer has at most. */
const MOST_ROWS = 5_000

/**
 * Metrics over all locations that the caller sees, by period and groups.
 * @param withholding for readers besides the caller, of whom some do not see figures of few records
 */
export const countFigures = async (
  reader: Reader,
  query: LocationAnalyticsQuery,
  { withholding = false }: { withholding?: boolean } = {},
): Promise<LocationAnalytics> => {
  const question = planQuestion(query)
  assertMaySee(reader.actor, query.metrics)
  const places = await loadPlaces(reader, query.locationId)
  const filters = await loadFilters(reader, query)
  const shift = query.comparison && shiftOf(query.comparison, query.granularity, query)
  const earlier = shift && shifted(query, shift)
  const asked = { query, question, filters, places }
  const now = await readAll(reader, asked, query, {})
  const before = earlier && (await readAll(reader, asked, earlier, shift))
  const names = await loadPayerNames(reader, payersIn(question, [...now, ...(before ?? [])]))
  const rows = rowsOf(query, question, names, now, before)
  const total = figuresWithSums(query, now, before)
  if (withholding || (await isSmallWithheld(reader)))
    withholdSmall(
      rows.map((row) => row.figures),
      total,
    )
  return {
    startsOn: query.startsOn,
    endsOn: query.endsOn,
    granularity: query.granularity,
    groupBy: [...question.groupBy],
    comparedWith: earlier ?? null,
    ...(await freshness(reader, question.families)),
    locations: places.locations,
    data: rows.map((row) => ({ ...row, figures: row.figures.map(({ figure }) => figure) })),
    total: total.map(({ figure }) => figure),
  }
}

const freshness = async (reader: Reader, families: readonly FamilyName[]) => {
  const { currentAt, isBeingRebuilt } = await loadFreshness(reader, families)
  return { currentAt: utc(currentAt), isBeingRebuilt }
}

/** Whether figures of few records are not for the caller. */
export const isSmallWithheld = async (reader: Reader): Promise<boolean> =>
  !can(reader.actor, 'sessions:read') && (await loadTenantSettings(reader)).smallFiguresWithheld

interface Counted {
  family: FamilyName
  row: Sums
}

interface Asked {
  query: LocationAnalyticsQuery
  question: Question
  filters: Filters
  places: Places
}

const readAll = async (
  reader: Reader,
  { query, question: { families, groupBy }, filters, places }: Asked,
  days: Days,
  shift: Shift,
): Promise<Counted[]> => {
  const { granularity, startsOn, currency } = query
  const spans = spansOf(places, days, reader.now)
  const asked = { groupBy, filters, currency, granularity, spans, shift, startsOn }
  const read = await Promise.all(
    families.map(async (family) =>
      (await readSums(reader, family, asked)).map((row) => ({ family, row })),
    ),
  )
  return read.flat()
}

const figuresWithSums = (
  { metrics }: LocationAnalyticsQuery,
  now: readonly Counted[],
  before: readonly Counted[] | undefined,
): FigureOf[] => {
  const counted = [addUp(now), before && addUp(before)] as const
  return figuresOf(metrics, ...counted).map((figure) => ({ figure, counted }))
}

const payersIn = ({ groupBy }: Question, counted: readonly Counted[]): string[] => {
  const at = groupBy.indexOf('PAYER')
  return at < 0 ? [] : [...new Set(counted.map(({ row }) => row.keys[at]!))]
}

const keyOf = ({ row }: Counted) => JSON.stringify([row.startsOn, ...row.keys])

type Row = Omit<AnalyticsRow, 'figures'> & { figures: FigureOf[] }

const rowsOf = (
  query: LocationAnalyticsQuery,
  { groupBy }: Question,
  payers: ReadonlyMap<string, string | null>,
  now: readonly Counted[],
  before: readonly Counted[] | undefined,
): Row[] => {
  const groups = Map.groupBy(now, keyOf)
  const earlier = Map.groupBy(before ?? [], keyOf)
  const keys = [...new Set([...groups.keys(), ...earlier.keys()])].toSorted()
  if (keys.length > MOST_ROWS)
    throw invalid(
      'groupBy',
      'too_many',
      `The answer would have ${keys.length} rows, more than ${MOST_ROWS}. Ask for fewer days, longer periods or fewer groups.`,
    )
  return keys.map((key) => {
    const [first, ...names] = JSON.parse(key) as [string, ...string[]]
    return {
      ...periodWithin(first, query.granularity, query),
      ...groupsOf((grouping) => names[groupBy.indexOf(grouping)], payers),
      figures: figuresWithSums(query, groups.get(key) ?? [], before && (earlier.get(key) ?? [])),
    }
  })
}
