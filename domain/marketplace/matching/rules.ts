import { createHash } from 'node:crypto'
import { FEATURES, type Feature, type Settings, type Weights } from '../matching-settings/rules.ts'
import { LOOK_AHEAD_MS, type Candidate, type Examined, type Need, type Wish } from './wish.ts'

export const normalized = (text: string): string => text.trim().toLowerCase()

/** The criteria that a question uses for all providers. Criteria that it does not ask for are left out. */
export const countingFor = (wish: Wish): Feature[] =>
  FEATURES.filter((feature) => COUNTS[feature](wish))

const always = () => true
const COUNTS: Record<Feature, (wish: Wish) => boolean> = {
  specialty: always,
  language: ({ languages }) => languages.length > 0,
  age: ({ ageMonths }) => ageMonths !== null,
  continuity: ({ hasChild }) => hasChild,
  distance: ({ hasPlace, modality }) => hasPlace && modality !== 'TELEHEALTH',
  earliestSlot: always,
  caseloadRoom: always,
  acceptance: always,
}

/** The values of criteria, from 0 to 1. */
export type Values = Partial<Record<Feature, number>>

/** Normalized lists, cached per list because many providers share one. */
const NORMALIZED = new WeakMap<readonly string[], ReadonlySet<string>>()
const normalizedSet = (list: readonly string[]): ReadonlySet<string> => {
  const set = NORMALIZED.get(list) ?? new Set(list.map(normalized))
  NORMALIZED.set(list, set)
  return set
}

export const needsMet = (
  { specialties }: Pick<Candidate, 'specialties'>,
  needs: readonly Need[],
): Need[] => {
  const has = normalizedSet(specialties)
  return needs.filter((need) =>
    need.specialties.some((specialty) => has.has(normalized(specialty))),
  )
}

const primary = (tag: string): string => {
  const end = tag.indexOf('-')
  return end < 0 ? tag : tag.slice(0, end)
}

/** 1 for a requested language, and 0.8 for another regional variant of it. */
export const languageValue = (spoken: readonly string[], asked: readonly string[]): number => {
  if (asked.some((tag) => spoken.includes(tag))) return 1
  return asked.some((tag) => spoken.some((one) => primary(one) === primary(tag))) ? 0.8 : 0
}

/** A place at this distance, in kilometers, gets half of the value. */
const HALF_KM = 10

const EARLY: Partial<Record<Feature, (of: Candidate, wish: Wish) => number>> = {
  specialty: (of, { needs }) =>
    needs.length === 0 ? 0 : needsMet(of, needs).length / needs.length,
  language: ({ languages }, wish) => languageValue(languages, wish.languages),
  // If the provider states no ages, it is unknown whether they treat children of this age.
  age: ({ ageRange }) => (ageRange ? 1 : 0.5),
  continuity: ({ knownBy }) => (knownBy ? (knownBy.isTeam ? 1 : 0.7) : 0),
  distance: ({ nearest }) => (nearest ? 1 / (1 + nearest.km / HALF_KM) : 0),
}

const LATE: Partial<Record<Feature, (of: Examined, now: number) => number>> = {
  earliestSlot: ({ slots: [first] }, now) =>
    first ? clamped(1 - (first.at - now) / LOOK_AHEAD_MS) : 0,
  caseloadRoom: ({ caseload, caseloadLimit }) =>
    caseloadLimit === null ? 0.5 : clamped((caseloadLimit - caseload) / Math.max(1, caseloadLimit)),
  // One request and half an acceptance are added, so that a single response does not decide.
  acceptance: ({ asked, declined }) => (asked - declined + 0.5) / (asked + 1),
}

const clamped = (value: number): number => Math.min(1, Math.max(0, value))

/** An upper bound of the score without reading the calendar: unknown values are assumed to be the best possible. */
export const boundOf = (
  candidate: Candidate,
  wish: Wish,
  counting: readonly Feature[] = countingFor(wish),
): Values => valuesBy(counting, (feature) => EARLY[feature]?.(candidate, wish) ?? 1)

export const valuesOf = (examined: Examined, wish: Wish, now: number): Values =>
  valuesBy(
    countingFor(wish),
    (feature) => EARLY[feature]?.(examined, wish) ?? LATE[feature]?.(examined, now) ?? 0,
  )

const valuesBy = (counting: readonly Feature[], value: (feature: Feature) => number): Values => {
  const values: Values = {}
  for (const feature of counting) values[feature] = rounded(value(feature))
  return values
}

/** Rounds to four digits, so that smaller differences are ties. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const PREFERENCE_OF: Partial<Record<Feature, string>> = {
  language: 'LANGUAGE',
  continuity: 'CONTINUITY',
  distance: 'DISTANCE',
  earliestSlot: 'EARLIEST_SLOT',
}

/** The weight of a criterion. A stated preference counts twice. */
export const weightOf = (
  feature: Feature,
  weights: Weights,
  preferences: readonly string[],
): number => {
  const preference = PREFERENCE_OF[feature]
  return weights[feature] * (preference && preferences.includes(preference) ? 2 : 1)
}

/** The weighted mean of the values, from 0 to 1. */
export const scoreOf = (
  values: Values,
  weights: Weights,
  preferences: readonly string[],
): number => {
  let sum = 0
  let whole = 0
  for (const feature of FEATURES) {
    const value = values[feature]
    if (value === undefined) continue
    const weight = weightOf(feature, weights, preferences)
    sum += weight * value
    whole += weight
  }
  return whole === 0 ? 0 : rounded(sum / whole)
}

export interface Scored {
  providerId: string
  score: number
  isNew: boolean
}

/** Orders by score, then by id. */
export const byScore = (
  a: { providerId: string; score: number },
  b: { providerId: string; score: number },
): number => b.score - a.score || (a.providerId < b.providerId ? -1 : 1)

/** Exploration never displaces a provider whose score is higher by more than this. */
export const EXPLORATION_MARGIN = 0.15

/**
 * The providers to return, in order. A limited share of the last places goes to new providers who would not be
 * ranked otherwise; only the seed chooses them.
 */
export const ranked = <One extends Scored>(
  scored: readonly One[],
  { explorationShare }: Pick<Settings, 'explorationShare'>,
  { limit, seed }: { limit: number; seed: string },
): (One & { exploration: boolean })[] => {
  const order = scored.toSorted(byScore)
  const best = order.slice(0, limit)
  const last = best.at(-1)
  const places =
    Math.floor(best.length * explorationShare) - best.filter(({ isNew }) => isNew).length
  const chosen =
    places <= 0 || !last
      ? []
      : order
          .slice(limit)
          .filter(({ isNew, score }) => isNew && score >= last.score - EXPLORATION_MARGIN)
          .map((one) => ({ one, draw: draw(seed, one.providerId) }))
          .toSorted((a, b) => (a.draw < b.draw ? -1 : 1))
          .slice(0, places)
          .map(({ one }) => one)
          .toSorted(byScore)
  return [
    ...best.slice(0, best.length - chosen.length).map((one) => ({ ...one, exploration: false })),
    ...chosen.map((one) => ({ ...one, exploration: true })),
  ]
}

const draw = (seed: string, id: string): string =>
  createHash('sha256').update(`${seed} ${id}`).digest('hex')
