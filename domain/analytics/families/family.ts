/** Dimensions of figures besides the location. Each is a column of the family's facts. */
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

/** The dimensions of the stored daily sums, in the order of GROUPING(). */
export const KEPT_DIMENSIONS = ['PROVIDER', 'SERVICE', 'TYPE', 'PAYER', 'FUNDING_PROGRAM'] as const

/** Records that are counted together: of one kind, each on one day at one location. All measures are additive. */
export interface Family {
  /** Columns of the facts. */
  dimensions: readonly Dimension[]
  /** The measures that are summed: columns of the facts, in the order of stored sums. */
  measures: readonly string[]
  /** Whether daily sums are stored and recomputed when a record changes. Otherwise records are read at query time. */
  kept: boolean
  /** Set for a snapshot of the current state, which cannot be split into periods. */
  isSnapshot?: true
  /** Maximum number of days of a question. For a stored family, only the granularity limits them. */
  mostDays?: number
  /** Set for figures of the centre as a whole, which are hidden from callers bound to locations. */
  isOfCentre?: true
  /**
   * For a stored family: SQL for the first and last instants of its records, as `first` and `last`. $1 is the
   * tenant.
   */
  bounds?: string
  /**
   * SQL that returns one row per record: `location_id`, `counted_on`, `record_id`, `currency`, and a column per
   * dimension and measure. $1 is the tenant; `span` contains the requested locations and days: see {@link
   * SPAN}.
   */
  facts: string
}

/** Infers the names of the measures. */
export const defineFamily = <const F extends Family>(family: F): F => family

/**
 * Every local day lies within these hours around the UTC day: zones differ by at most 14, and clocks go back by
 * at most 3.
 */
const ZONES = 'PT17H'

/**
 * Locations with their zones and days: `ends_on` is the day after the last one, and `over_at` is its start. An
 * instant of these days lies between `starts_at` and `ends_at`, which are wider by three hours, because a day
 * begins twice where clocks go back at midnight; the fact's own day decides. `moments` contains each range of
 * days once for all zones. $2, which {@link spanParameter} writes, contains the locations; the LIMIT tells the
 * planner how many there are, because it would assume a hundred.
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

/** The value of $2 for SQL with {@link SPAN}. */
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

/**
 * A condition between the first and last moment that uses only $2, from which the planner estimates the number
 * of records.
 */
const isWithinBounds = (instant: string): string =>
  `${instant} >= ($2::jsonb ->> 'from')::timestamp AT TIME ZONE 'UTC' - interval '${ZONES}'
    AND ${instant} < ($2::jsonb ->> 'until')::timestamp AT TIME ZONE 'UTC' + interval '${ZONES}'`

/** One row of {@link SPAN}. The location '' stands for records without one; its zone is the centre's. */
export interface Span {
  location_id: string
  time_zone: string
  starts_on: string
  ends_on: string
  /** The local date. Stored sums do not depend on it. */
  today?: string
}

/** The day of an instant at its location, as a condition and a column. */
export const dayAt = (instant: string): string =>
  `therapy.local_time(${instant}, s.time_zone)::date`
const isOnDays = (day: string): string => `${day} >= s.starts_on AND ${day} < s.ends_on`
export const isWithin = (instant: string): string =>
  `${isWithinBounds(instant)} AND ${instant} >= s.starts_at AND ${instant} < s.ends_at AND ${isOnDays(dayAt(instant))}`

/**
 * A condition for records that get their location from another record: reads them by instant in all zones
 * (`moments m`), and then joins their location. OFFSET 0 prevents the planner from joining first, once per
 * location.
 */
export const isInMoments = (instant: string): string =>
  `${isWithinBounds(instant)} AND ${instant} >= m.starts_at AND ${instant} < m.ends_at`
export const inMoments = (columns: string, from: string): string =>
  `(SELECT m.starts_on AS from_on, m.ends_on AS until_on, ${columns} FROM moments m ${from} OFFSET 0) r`
/** Joins the location. `r` has the place and the instant of each record. */
export const atPlace = `JOIN span s ON s.location_id = r.place AND s.starts_on = r.from_on AND s.ends_on = r.until_on
  AND ${isOnDays(dayAt('r.at'))}`

/** The same for records with a date instead of an instant. */
export const earliestDay = '(SELECT min(starts_on) FROM span)'
export const latestDay = '(SELECT max(ends_on) FROM span)'
export const spanOn = (location: string, day: string): string =>
  `JOIN span s ON s.location_id = ${location} AND ${isOnDays(day)}`
