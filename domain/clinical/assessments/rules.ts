import { Temporal } from 'temporal-polyfill'
import { invalid } from '#platform/core/errors/errors.ts'
import type { Definition, Norm } from '../instruments/schemas.ts'

export const AssessmentStatus = ['SCHEDULED', 'DUE', 'OVERDUE', 'COMPLETED', 'WAIVED'] as const
export type AssessmentStatus = (typeof AssessmentStatus)[number]

/** Statuses that are neither completed nor waived. */
export const OPEN = ['SCHEDULED', 'DUE', 'OVERDUE'] as const satisfies AssessmentStatus[]

/** The first day on which an open assessment is overdue. */
export const overdueOn = ({ dueOn, graceDays }: { dueOn: string; graceDays: number }): string =>
  Temporal.PlainDate.from(dueOn).add({ days: graceDays }).toString()

export const assertAdministered = (
  administeredOn: string,
  { birthDate, today }: { birthDate: string; today: string },
): void => {
  if (administeredOn > today)
    throw invalid(
      'administeredOn',
      'in_the_future',
      `administeredOn must not be later than today, ${today}.`,
    )
  if (administeredOn < birthDate)
    throw invalid(
      'administeredOn',
      'out_of_range',
      'administeredOn is before the child’s birth date. Send a later date.',
    )
}

/** In complete months, as in norms. */
export const ageInMonths = (birthDate: string, on: string): number =>
  Temporal.PlainDate.from(birthDate).until(on, { largestUnit: 'months' }).months

/** The observations of an assessment. */
export interface Observed {
  /** Values keyed by item. */
  items: Record<string, number>
  /** Values keyed by score, for scores that are not sums of items. */
  rawScores: Record<string, number>
}

export interface ScoreResult {
  score: string
  raw: number
  /** A value on each scale that has norms for the score. `missing` explains a missing value. */
  norms: { scale: string; value: number | null; missing?: 'no_norms_for_age' | 'outside_norms' }[]
}

/** Raw scores and their norm values. Refuses members that the definition lacks. */
export const scoresOf = (
  definition: Definition,
  { items, rawScores }: Observed,
  ageMonths: number,
): ScoreResult[] => {
  assertItems(definition, items)
  // Maps are used because a key may equal the name of an Object member.
  const observed = new Map(Object.entries(items))
  const entered = new Map(Object.entries(rawScores))
  const sums = new Set(
    definition.scores.filter((score) => score.items.length > 0).map(({ key }) => key),
  )
  const known = new Set(definition.scores.map(({ key }) => key))
  for (const key of entered.keys()) {
    const path = `rawScores.${key}`
    if (!known.has(key)) throw invalid(path, 'not_found', `The instrument has no score '${key}'.`)
    if (sums.has(key))
      throw invalid(
        path,
        'not_allowed',
        `'${key}' is the sum of its items. Send the items instead.`,
      )
  }
  const results = definition.scores.flatMap((score) => {
    const raw = sums.has(score.key) ? sumOf(score.items, observed) : entered.get(score.key)
    if (raw === undefined) return []
    return [{ score: score.key, raw, norms: normsOf(definition.norms, score.key, raw, ageMonths) }]
  })
  if (results.length === 0)
    throw invalid(
      'rawScores',
      'required',
      'There is nothing to score. Send items, rawScores or both.',
    )
  return results
}

const assertItems = (definition: Definition, items: Observed['items']): void => {
  const known = new Map(definition.items.map((item) => [item.key, item]))
  for (const [key, value] of Object.entries(items)) {
    const path = `items.${key}`
    const item = known.get(key)
    if (!item) throw invalid(path, 'not_found', `The instrument has no item '${key}'.`)
    if (value < item.min || value > item.max)
      throw invalid(path, 'out_of_range', `'${key}' must be from ${item.min} to ${item.max}.`)
  }
}

/** Undefined if no item was given. An incomplete sum would look like a low score. */
const sumOf = (keys: readonly string[], items: ReadonlyMap<string, number>): number | undefined => {
  const missing = keys.find((key) => !items.has(key))
  if (missing === undefined) return keys.reduce((sum, key) => sum + items.get(key)!, 0)
  if (keys.every((key) => !items.has(key))) return undefined
  throw invalid(`items.${missing}`, 'required', `The score also requires item '${missing}'.`)
}

const normsOf = (
  norms: readonly Norm[],
  score: string,
  raw: number,
  ageMonths: number,
): ScoreResult['norms'] => {
  const ofScore = norms.filter((norm) => norm.score === score)
  return [...Map.groupBy(ofScore, ({ scale }) => scale)].map(([scale, tables]) => {
    const table = tables.find((it) => it.fromMonths <= ageMonths && ageMonths < it.untilMonths)
    if (!table) return { scale, value: null, missing: 'no_norms_for_age' }
    const row = table.rows.find(({ rawFrom, rawTo }) => rawFrom <= raw && raw <= rawTo)
    return row ? { scale, value: row.value } : { scale, value: null, missing: 'outside_norms' }
  })
}
