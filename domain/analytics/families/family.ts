/** What figures can be grouped and filtered by, beside the location; each is a column of a family's facts. */
export const DIMENSION_COLUMNS = {
  PROVIDER: 'provider_id',
  SERVICE: 'service_id',
  TYPE: 'type',
  PAYER: 'payer',
  FUNDING_PROGRAM: 'funding_program',
  STAGE: 'stage',
  CLOCK: 'clock',
} as const
export type Dimension = keyof typeof DIMENSION_COLUMNS

/** The dimensions of sums that are kept for each day, in the order of GROUPING(). */
export const KEPT_DIMENSIONS = ['PROVIDER', 'SERVICE', 'TYPE', 'PAYER', 'FUNDING_PROGRAM'] as const

/**
 * What is counted together: records of one kind, each on one day at one location. All of it is additive.
 */
export interface Family {
  /** Of these the facts have a column. */
  dimensions: readonly Dimension[]
  /** What is summed: columns of the facts. Sums that are kept have them in this order. */
  measures: readonly string[]
  /**
   * Sums of each day are kept, and computed anew when a record changes; otherwise the records are read when they
   * are asked for.
   */
  kept: boolean
  /** The answer says how things stand, and not what happened on which day: it cannot be split into periods. */
  isSnapshot?: true
  /** The days that one question may span; a family that is kept is bounded by the granularity alone. */
  mostDays?: number
  /** Of the centre as a whole, and not for callers who are bound to locations. */
  isOfCentre?: true
  /** Of a family that is kept, SQL of the first and the last instant of its records, as `first` and `last`. $1 is the tenant. */
  bounds?: string
  /**
   * SQL of one row for each record: `location_id`, `counted_on`, `record_id`, `currency`, a column for each dimension
   * and each measure. $1 is the tenant, `span` has the locations and days that are asked for: see {@link SPAN}.
   */
  facts: string
}

/** Infers the names of the measures. */
export const defineFamily = <const F extends Family>(family: F): F => family

/** Wherever a day is, it lies in these hours around it of UTC: zones are at most 14 from it, and clocks are set back by up to 3. */
const ZONES = 'PT17H'

/**
 * Locations with their zones and days: `ends_on` is the day after the last, and `over_at` when it begins. An instant of these
 * days lies between `starts_at` and `ends_at`, which are wider by three hours: where clocks are set back at midnight a day
 * begins twice. What has the day itself of a fact decides. `moments` has each stretch of days once, for all zones. It is read from $2, which
 * {@link spanParameter} writes; the limits tell the planner how many there are, which it takes for a hundred otherwise.
 */
export const SPAN = `
  span AS MATERIALIZED (
    SELECT location_id, time_zone, starts_on, ends_on, today,
      therapy.instant_of(starts_on::timestamp, time_zone) - interval '3 hours' AS starts_at,
      over_at, over_at + interval '3 hours' AS ends_at
    FROM jsonb_to_recordset($2::jsonb -> 'spans')
      AS s(location_id text, time_zone text, starts_on date, ends_on date, today date)
    CROSS JOIN LATERAL (SELECT therapy.instant_of(ends_on::timestamp, time_zone) AS over_at OFFSET 0) over
    LIMIT jsonb_array_length($2::jsonb -> 'spans')
  ),
  moments AS MATERIALIZED (
    SELECT starts_on, ends_on, starts_on::timestamp AT TIME ZONE 'UTC' - interval '${ZONES}' AS starts_at,
      ends_on::timestamp AT TIME ZONE 'UTC' + interval '${ZONES}' AS ends_at
    FROM jsonb_to_recordset($2::jsonb -> 'moments') AS m(starts_on date, ends_on date)
    LIMIT jsonb_array_length($2::jsonb -> 'moments')
  )`

/** $2 of SQL with {@link SPAN}. */
export const spanParameter = (spans: readonly Span[]): string => {
  const moments = new Map(spans.map((it) => [`${it.starts_on} ${it.ends_on}`, it]))
  const from = spans.map((it) => it.starts_on).toSorted()[0]
  const until = spans
    .map((it) => it.ends_on)
    .toSorted()
    .at(-1)
  return JSON.stringify({
    spans,
    moments: [...moments.values()].map(({ starts_on, ends_on }) => ({ starts_on, ends_on })),
    from,
    until,
  })
}

/** Between the first and the last moment, in words of $2 alone: by these the planner knows how many records there will be. */
const isWithinBounds = (instant: string): string =>
  `${instant} >= ($2::jsonb ->> 'from')::timestamp AT TIME ZONE 'UTC' - interval '${ZONES}'
    AND ${instant} < ($2::jsonb ->> 'until')::timestamp AT TIME ZONE 'UTC' + interval '${ZONES}'`

/** One row of {@link SPAN}. The location '' has what is at none; its zone is the centre's. */
export interface Span {
  location_id: string
  time_zone: string
  starts_on: string
  ends_on: string
  /** What day it is there; kept sums do not depend on it. */
  today?: string
}

/** The day of an instant where it is counted, as a condition and as a column. */
export const dayAt = (instant: string): string =>
  `therapy.local_time(${instant}, s.time_zone)::date`
const isOnDays = (day: string): string => `${day} >= s.starts_on AND ${day} < s.ends_on`
export const isWithin = (instant: string): string =>
  `${isWithinBounds(instant)} AND ${instant} >= s.starts_at AND ${instant} < s.ends_at AND ${isOnDays(dayAt(instant))}`

/**
 * Of records whose location another record says: they are read by their instant in all zones (`moments m`), and then joined
 * with where they are. OFFSET 0 keeps the planner from doing that first, once for each location.
 */
export const isInMoments = (instant: string): string =>
  `${isWithinBounds(instant)} AND ${instant} >= m.starts_at AND ${instant} < m.ends_at`
export const inMoments = (columns: string, from: string): string =>
  `(SELECT m.starts_on AS from_on, m.ends_on AS until_on, ${columns} FROM moments m ${from} OFFSET 0) r`
/** `r` has the place and the instant of each record. */
export const atPlace = `JOIN span s ON s.location_id = r.place AND s.starts_on = r.from_on AND s.ends_on = r.until_on
  AND ${isOnDays(dayAt('r.at'))}`

/** …of records that have a date and no instant. */
export const earliestDay = '(SELECT min(starts_on) FROM span)'
export const latestDay = '(SELECT max(ends_on) FROM span)'
export const spanOn = (location: string, day: string): string =>
  `JOIN span s ON s.location_id = ${location} AND ${isOnDays(day)}`
