import { FAMILIES, type FamilyName } from '../families/families.ts'
import type { Sum } from '../metrics/metric.ts'
import { METRIC_IDS, metricOf, type MetricId } from '../metrics/metric-of.ts'
import { SMALLEST_FIGURE } from './rules.ts'

/** A weighted sum of a family's measures, as a reader can compute it from figures. */
type Form = readonly number[]

/** The counts of a family's measures for one location and month. */
export type Cell = readonly number[]

const measuresOf = (family: FamilyName): readonly string[] => FAMILIES[family].measures

const formOf = ({ family, measures }: Sum): Form =>
  measuresOf(family).map((it) => (measures.includes(it) ? 1 : 0))

const minus = (a: Form, b: Form): Form => a.map((it, at) => it - b[at]!)
const plus = (a: Form, b: Form): Form => a.map((it, at) => it + b[at]!)
const countedBy = (form: Form, cell: Cell): number =>
  form.reduce((sum, weight, at) => sum + weight * cell[at]!, 0)

/** The possible outcomes of an appointment. Each appointment has exactly one of these, or none yet. */
const OUTCOMES = [
  'completed',
  'cancelled_by_client',
  'cancelled_by_provider',
  'cancelled_by_organization',
  'missed_by_client',
  'missed_by_provider',
]

/** Measures that count some records with certain outcomes. */
const PARTS_OF_OUTCOMES = {
  late_cancelled: OUTCOMES.filter((it) => it.startsWith('cancelled')),
  rebooked: ['completed'],
}

/** Measures that count a subset of another measure, as pairs. */
const PARTS: Partial<Record<FamilyName, readonly (readonly [string, string])[]>> = {
  APPOINTMENTS: [['rescheduled', 'booked']],
  SESSIONS: [
    ['billable', 'held'],
    ['notes_owed', 'held'],
    ['notes_signed_in_time', 'held'],
    ['notes_signed_in_time', 'notes_owed'],
  ],
}

/** The number of records behind a figure. A reader knows it, so it must not be small. */
const countsOf = (metric: MetricId): Form[] => {
  const { numerator, denominator, records, unit } = metricOf(metric)
  if (numerator.measures.includes('booked_minutes')) return [STANDING]
  if (records) return [formOf(records)]
  if (!denominator) return [formOf(numerator)]
  return unit === 'RATIO' ? [formOf(numerator), formOf(denominator)] : [formOf(denominator)]
}

/** Appointments that were not cancelled. Minutes reveal their number if all have the same length. */
const STANDING: Form = measuresOf('APPOINTMENTS').map((it) => {
  if (it === 'booked') return 1
  return it.startsWith('cancelled_by') ? -1 : 0
})

/** All sets of records whose size could be sensitive: counts of metrics, their parts and their complements. */
const protectedOf = (family: FamilyName, metrics: readonly MetricId[]): Form[] => {
  const counts = metrics.flatMap(countsOf)
  const rests = metrics.flatMap((metric) => {
    const [above, below] = countsOf(metric)
    return above && below ? [minus(below, above)] : []
  })
  const parts = (PARTS[family] ?? []).flatMap(([part, whole]) => {
    const inner = formOf({ family, measures: [part] })
    return [inner, minus(formOf({ family, measures: [whole] }), inner)]
  })
  return [...counts, ...rests, ...parts, ...(family === 'APPOINTMENTS' ? setsOfOutcomes() : [])]
}

/** All sets of appointments that outcomes and parts define. */
function setsOfOutcomes(): Form[] {
  const of = (measures: readonly string[]) => formOf({ family: 'APPOINTMENTS', measures })
  const none = minus(of(['booked']), of(OUTCOMES))
  const single = [...OUTCOMES.map((it) => of([it])), none]
  const zero = none.map(() => 0)
  return Array.from({ length: 2 ** single.length }, (_, set) => {
    const chosen = single.filter((__, at) => set & (1 << at))
    const names = OUTCOMES.filter((__, at) => set & (1 << at))
    let forms = [chosen.reduce(plus, zero)]
    for (const [part, whole] of Object.entries(PARTS_OF_OUTCOMES)) {
      const inside = whole.filter((it) => names.includes(it)).length
      if (inside === whole.length) forms = forms.flatMap((form) => [form, minus(form, of([part]))])
      if (inside === 0) forms = forms.flatMap((form) => [form, plus(form, of([part]))])
    }
    return forms
  }).flat()
}

/** What remains of a form after reduction by known rows. If it is zero, the form can be derived from these rows. */
const restOf = (form: Form, rows: readonly Form[]): Form => {
  let rest = form
  for (const row of rows) {
    const lead = row.findIndex((it) => it !== 0)
    if (lead < 0 || rest[lead] === 0) continue
    const factor = rest[lead]! / row[lead]!
    rest = rest.map((it, at) => clean(it - factor * row[at]!))
  }
  return rest
}

const isZero = (form: Form): boolean => form.every((it) => it === 0)

/** Removes duplicate forms. */
function distinct(forms: readonly Form[]): Form[] {
  return [...new Map(forms.map((form) => [form.join(), form])).values()]
}

/** Weights are small integers, so tiny remainders after a division are rounding errors. */
const clean = (value: number): number => (Math.abs(value) < 1e-9 ? 0 : value)

const METRICS_OF = Map.groupBy(METRIC_IDS, (metric) => metricOf(metric).numerator.family)
const PROTECTED = new Map(
  [...METRICS_OF].map(([family, metrics]) => [family, distinct(protectedOf(family, metrics))]),
)

/**
 * The metrics of a family that may be shown for one cell. Metrics are considered in a fixed order that does not
 * depend on the question. A metric is withheld if it, together with the earlier ones, would reveal a count of 1
 * to 4 records.
 */
export const openMetrics = (family: FamilyName, cell: Cell): ReadonlySet<MetricId> => {
  const known = OPEN.get(cell) ?? decide(family, cell)
  OPEN.set(cell, known)
  return known
}

/** Caches the result, because each cell is checked for every metric of a question. */
const OPEN = new WeakMap<Cell, ReadonlySet<MetricId>>()

const decide = (family: FamilyName, cell: Cell): ReadonlySet<MetricId> => {
  // The part of each small count that the open metrics do not determine.
  let small = PROTECTED.get(family)!.filter((form) => {
    const count = countedBy(form, cell)
    return count > 0 && count < SMALLEST_FIGURE
  })
  const open = new Set<MetricId>()
  const known: Form[] = []
  for (const metric of METRICS_OF.get(family)!) {
    const more: Form[] = []
    for (const form of countsOf(metric)) more.push(restOf(form, [...known, ...more]))
    const left = small.map((form) => restOf(form, more))
    if (left.some(isZero)) continue
    small = left
    known.push(...more)
    open.add(metric)
  }
  return open
}
