import type { Context } from '#platform/core/context.ts'
import { DomainError, invalid } from '#platform/core/errors.ts'
import { authorize, sightOf, type Actor } from '#platform/core/permissions.ts'
import { utc } from '#platform/core/time.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import type { FamilyName } from '../families/families.ts'
import { metricOf } from '../metrics/metric-of.ts'
import type { Grouping } from '../metrics/schemas.ts'
import { addUp, figuresOf } from './figures-of.ts'
import { loadPlaces, spansOf, type Places } from './load-places.ts'
import { loadFreshness } from './load-freshness.ts'
import { periodWithin, shifted, shiftOf, type Days, type Shift } from './periods.ts'
import { planQuestion, type Question } from './plan-question.ts'
import { readSums, type Sums } from './read-sums.ts'
import type { AnalyticsRow, LocationAnalytics, LocationAnalyticsQuery } from './schemas.ts'

/** Rows that one answer has at most. */
const MOST_ROWS = 5_000

/** Metrics over all locations that the caller sees, by period and groups. */
export const getLocationAnalytics = (
  ctx: Context,
  query: LocationAnalyticsQuery,
): Promise<LocationAnalytics> =>
  read(ctx, 'analytics:read', async (reader) => {
    const question = planQuestion(query)
    assertMaySee(ctx.actor, query)
    const places = await loadPlaces(reader, query.locationId)
    const shift = query.comparison && shiftOf(query.comparison, query.granularity, query)
    const earlier = shift && shifted(query, shift)
    const now = await readAll(reader, { query, question, places, days: query, shift: {} })
    const before =
      earlier && (await readAll(reader, { query, question, places, days: earlier, shift }))
    return {
      startsOn: query.startsOn,
      endsOn: query.endsOn,
      granularity: query.granularity,
      groupBy: [...question.groupBy],
      comparedWith: earlier ?? null,
      currentAt: utc(await loadFreshness(reader, question.families)),
      locations: places.locations,
      data: rowsOf(query, question, now, before),
      total: figuresOf(query.metrics, addUp(now), before && addUp(before)),
    }
  })

const assertMaySee = (actor: Actor, { metrics }: LocationAnalyticsQuery): void => {
  assertSeesLocations(actor)
  for (const metric of metrics) {
    const { needs } = metricOf(metric)
    if (needs) authorize(actor, needs)
  }
}

/** Refuses keys that are bound to a provider. */
export const assertSeesLocations = (actor: Actor): void => {
  if (sightOf(actor) === 'CASELOAD')
    throw new DomainError(
      'insufficient_scope',
      'Figures are of whole locations, and this key is bound to a provider. Use a key of the centre.',
      { extra: { permission: 'analytics:read' } },
    )
}

interface Counted {
  family: FamilyName
  row: Sums
}

const readAll = async (
  reader: Reader,
  {
    query: { granularity, startsOn },
    question: { families, groupBy, filters },
    places,
    days,
    shift,
  }: {
    query: LocationAnalyticsQuery
    question: Question
    places: Places
    days: Days
    shift: Shift
  },
): Promise<Counted[]> => {
  const spans = spansOf(places, days)
  const asked = { groupBy, filters, granularity, spans, shift, startsOn }
  const read = await Promise.all(
    families.map(async (family) =>
      (await readSums(reader, family, asked)).map((row) => ({ family, row })),
    ),
  )
  return read.flat()
}

const keyOf = ({ row }: Counted) => JSON.stringify([row.startsOn, ...row.keys])

const rowsOf = (
  query: LocationAnalyticsQuery,
  { groupBy }: Question,
  now: readonly Counted[],
  before: readonly Counted[] | undefined,
): AnalyticsRow[] => {
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
      ...groupsOf(groupBy, names),
      figures: figuresOf(
        query.metrics,
        addUp(groups.get(key) ?? []),
        before && addUp(earlier.get(key) ?? []),
      ),
    }
  })
}

const MEMBERS = {
  LOCATION: 'locationId',
  PROVIDER: 'providerId',
  SERVICE: 'serviceId',
  TYPE: 'appointmentType',
  PAYER: 'payer',
  FUNDING_PROGRAM: 'fundingProgram',
  STAGE: 'stage',
  CLOCK: 'clock',
} as const satisfies Record<Grouping, keyof AnalyticsRow>

type Groups = Omit<AnalyticsRow, 'startsOn' | 'endsOn' | 'figures'>

/** What a row is about; an empty text is nothing of the kind. */
const groupsOf = (groupBy: readonly Grouping[], names: readonly string[]): Groups => {
  const of = (grouping: Grouping) => names[groupBy.indexOf(grouping)] || null
  return Object.fromEntries(
    Object.entries(MEMBERS).map(([grouping, member]) => [member, of(grouping as Grouping)]),
  ) as Groups
}
