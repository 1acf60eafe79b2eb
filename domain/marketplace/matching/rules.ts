import { createHash } from 'node:crypto'
import { DAY_MS } from '#platform/core/time.ts'
import {
  FEATURES,
  type Feature,
  type Settings,
  type Weights,
} from '../matching-settings/features.ts'

/** How far ahead slots are looked for. */
export const LOOK_AHEAD_MS = 28 * DAY_MS

/** What is asked, with what the centre means by it. */
export interface Wish {
  hasChild: boolean
  needs: readonly Need[]
  ageMonths: number | null
  languages: readonly string[]
  locationId: string | null
  /** Whether it is known where the family is. */
  hasPlace: boolean
  maxDistanceKm: number | null
  modality: string | null
  payer: string | null
  latestStartOn: string | null
  preferences: readonly string[]
  excludedProviderIds: readonly string[]
  /** Who may perform the service that is asked for; empty for anybody. */
  performers: readonly string[]
}

export interface Need {
  id: string
  specialties: readonly string[]
  professions: readonly string[]
}

/** What is known of a provider without their calendar. Nothing else of a provider or a child reaches a score. */
export interface Candidate {
  id: string
  status: string
  specialties: readonly string[]
  languages: readonly string[]
  locationIds: readonly string[]
  profession: string | null
  ageRange: { fromMonths: number; toMonths: number | null } | null
  modalities: readonly string[]
  payers: readonly string[]
  acceptsNewClients: boolean
  caseloadLimit: number | null
  isNew: boolean
  /** Whether a license of theirs counts in the state that is asked about; true where none is. */
  isLicensed: boolean
  /** By which record the child knows them; null for not at all. */
  knownBy: { id: string; isTeam: boolean } | null
  /** The nearest of their places; null when none is known, or near enough. */
  nearest: { id: string; km: number } | null
}

/** …with it. */
export interface Examined extends Candidate {
  caseload: number
  /** Of times that were asked of them lately. */
  asked: number
  declined: number
  /** Free starts, the first of them. */
  slots: readonly { locationId: string; at: number; day: string }[]
}

export const EXCLUSIONS = [
  'excluded_by_request',
  'not_approved',
  'license_not_valid',
  'no_new_clients',
  'service_not_offered',
  'not_at_location',
  'other_profession',
  'age_not_treated',
  'modality_not_offered',
  'payer_not_taken',
  'too_far',
  'caseload_full',
  'no_slot_in_time',
] as const
export type Exclusion = (typeof EXCLUSIONS)[number]

const EXCLUSION_TEXTS: Record<Exclusion, string> = {
  excluded_by_request: 'the request excludes them',
  not_approved: 'they are not approved, or suspended',
  license_not_valid: 'license not valid in this state',
  no_new_clients: 'they take no new clients',
  service_not_offered: 'they do not perform the service',
  not_at_location: 'they do not work at the location',
  other_profession: 'a need asks for another profession',
  age_not_treated: 'they do not treat this age',
  modality_not_offered: 'they do not treat in this way',
  payer_not_taken: 'they do not take the payer',
  too_far: 'none of their places is known to be near enough',
  caseload_full: 'their caseload is full',
  no_slot_in_time: 'they have no free slot in time',
}

export const exclusionText = (code: Exclusion, count: number): string =>
  `${count} excluded: ${EXCLUSION_TEXTS[code]}.`

const same = (a: string, b: string): boolean => normalized(a) === normalized(b)
const normalized = (text: string): string => text.trim().toLowerCase()

type Constraint<Of> = readonly [Exclusion, (of: Of, wish: Wish) => boolean]

/** Whoever is known to the child is no new client of theirs. */
const CONSTRAINTS: readonly Constraint<Candidate>[] = [
  ['excluded_by_request', ({ id }, wish) => wish.excludedProviderIds.includes(id)],
  ['not_approved', ({ status }) => status !== 'APPROVED'],
  ['license_not_valid', ({ isLicensed }) => !isLicensed],
  ['no_new_clients', ({ acceptsNewClients, knownBy }) => !acceptsNewClients && !knownBy],
  [
    'service_not_offered',
    ({ id }, { performers }) => performers.length > 0 && !performers.includes(id),
  ],
  [
    'not_at_location',
    ({ locationIds }, { locationId }) =>
      locationId !== null && locationIds.length > 0 && !locationIds.includes(locationId),
  ],
  [
    'other_profession',
    ({ profession }, { needs }) =>
      needs.some(
        ({ professions }) =>
          professions.length > 0 && (profession === null || !professions.includes(profession)),
      ),
  ],
  [
    'age_not_treated',
    ({ ageRange }, { ageMonths }) =>
      ageRange !== null &&
      ageMonths !== null &&
      (ageMonths < ageRange.fromMonths ||
        (ageRange.toMonths !== null && ageMonths >= ageRange.toMonths)),
  ],
  [
    'modality_not_offered',
    ({ modalities }, { modality }) => modality !== null && !modalities.includes(modality),
  ],
  [
    'payer_not_taken',
    ({ payers }, { payer }) =>
      payer !== null && payers.length > 0 && !payers.some((taken) => same(taken, payer)),
  ],
  [
    'too_far',
    ({ nearest }, { hasPlace, maxDistanceKm, modality }) =>
      nearest === null &&
      hasPlace &&
      (modality === 'HOME' || (maxDistanceKm !== null && modality !== 'TELEHEALTH')),
  ],
]

const LATE_CONSTRAINTS: readonly Constraint<Examined>[] = [
  [
    'caseload_full',
    ({ caseload, caseloadLimit, knownBy }) =>
      caseloadLimit !== null && caseload >= caseloadLimit && !knownBy,
  ],
  [
    'no_slot_in_time',
    ({ slots }, { latestStartOn }) =>
      latestStartOn !== null && !(slots[0] && slots[0].day <= latestStartOn),
  ],
]

/** The first reason for which a provider cannot be answered; undefined for none. */
export const excludedFor = (candidate: Candidate, wish: Wish): Exclusion | undefined =>
  CONSTRAINTS.find(([, holds]) => holds(candidate, wish))?.[0]

export const excludedLate = (examined: Examined, wish: Wish): Exclusion | undefined =>
  LATE_CONSTRAINTS.find(([, holds]) => holds(examined, wish))?.[0]

/** What counts for a wish, the same for every provider: what was not asked about is left out. */
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

/** Values from 0 to 1 of what counts. */
export type Values = Partial<Record<Feature, number>>

/** By their list, which many providers share. */
const NORMALIZED = new WeakMap<readonly string[], ReadonlySet<string>>()
const normalizedSet = (list: readonly string[]): ReadonlySet<string> => {
  const set = NORMALIZED.get(list) ?? new Set(list.map(normalized))
  NORMALIZED.set(list, set)
  return set
}

const needsMet = (
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

/** 1 for a language of the family as it was said, 0.8 for one of another region. */
const languageValue = (spoken: readonly string[], asked: readonly string[]): number => {
  if (asked.some((tag) => spoken.includes(tag))) return 1
  return asked.some((tag) => spoken.some((one) => primary(one) === primary(tag))) ? 0.8 : 0
}

/** At so many kilometers a place counts half. */
const HALF_KM = 10

const EARLY: Partial<Record<Feature, (of: Candidate, wish: Wish) => number>> = {
  specialty: (of, { needs }) =>
    needs.length === 0 ? 0 : needsMet(of, needs).length / needs.length,
  language: ({ languages }, wish) => languageValue(languages, wish.languages),
  // Whoever says no ages may or may not treat it.
  age: ({ ageRange }) => (ageRange ? 1 : 0.5),
  continuity: ({ knownBy }) => (knownBy ? (knownBy.isTeam ? 1 : 0.7) : 0),
  distance: ({ nearest }) => (nearest ? 1 / (1 + nearest.km / HALF_KM) : 0),
}

const LATE: Partial<Record<Feature, (of: Examined, now: number) => number>> = {
  earliestSlot: ({ slots: [first] }, now) =>
    first ? clamped(1 - (first.at - now) / LOOK_AHEAD_MS) : 0,
  caseloadRoom: ({ caseload, caseloadLimit }) =>
    caseloadLimit === null ? 0.5 : clamped((caseloadLimit - caseload) / Math.max(1, caseloadLimit)),
  // As if one more had been asked and half accepted: nobody is judged by one answer.
  acceptance: ({ asked, declined }) => (asked - declined + 0.5) / (asked + 1),
}

const clamped = (value: number): number => Math.min(1, Math.max(0, value))

/** What is known without a calendar; the rest is taken for the best that it can be. */
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

/** Four digits: what differs by less is the same. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const PREFERENCE_OF: Partial<Record<Feature, string>> = {
  language: 'LANGUAGE',
  continuity: 'CONTINUITY',
  distance: 'DISTANCE',
  earliestSlot: 'EARLIEST_SLOT',
}

/** A stated preference counts twice. */
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

/** The better first, equals by their ids. */
export const byScore = (
  a: { providerId: string; score: number },
  b: { providerId: string; score: number },
): number => b.score - a.score || (a.providerId < b.providerId ? -1 : 1)

/** A new provider takes the place of nobody whose score is better by more than this. */
export const EXPLORATION_MARGIN = 0.15

/**
 * Who is answered, in order. Of the places a bounded share, the last ones, goes to new providers who would not have had
 * them; which ones, follows from the seed and nothing else.
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

export const REASON_CODES = [
  'specialty',
  'language',
  'age',
  'continuity',
  'distance',
  'earliest_slot',
  'caseload_room',
  'acceptance',
] as const

const CODE_OF: Record<Feature, (typeof REASON_CODES)[number]> = {
  specialty: 'specialty',
  language: 'language',
  age: 'age',
  continuity: 'continuity',
  distance: 'distance',
  earliestSlot: 'earliest_slot',
  caseloadRoom: 'caseload_room',
  acceptance: 'acceptance',
}

type Say = (of: Examined, wish: Wish) => { text: string; evidenceIds: string[] }

const SAYS: Record<Feature, Say> = {
  specialty: (of, { needs }) => {
    const met = needsMet(of, needs)
    return {
      text: `Meets ${met.length} of ${needs.length} needs.`,
      evidenceIds: [of.id, ...met.map(({ id }) => id)],
    }
  },
  language: (of, { languages }) => {
    const value = languageValue(of.languages, languages)
    const text =
      value === 1
        ? 'Treats in a language of the family.'
        : value > 0
          ? 'Treats in a language of the family, of another region.'
          : 'Treats in no language of the family.'
    return { text, evidenceIds: [of.id] }
  },
  age: ({ id, ageRange }) => ({
    text: ageRange ? 'Treats this age.' : 'Says of no age that they treat it.',
    evidenceIds: [id],
  }),
  continuity: ({ knownBy }) => ({
    text: knownBy
      ? knownBy.isTeam
        ? 'Is of the child’s care team.'
        : 'Has treated the child.'
      : 'Does not know the child.',
    evidenceIds: knownBy ? [knownBy.id] : [],
  }),
  distance: ({ nearest }) => ({
    text: nearest ? `${nearest.km.toFixed(1)} km away.` : 'It is not known how far away.',
    evidenceIds: nearest ? [nearest.id] : [],
  }),
  earliestSlot: ({ id, slots: [first] }) => ({
    text: first ? `Can begin on ${first.day}.` : 'Has no free slot in four weeks.',
    evidenceIds: first ? [id, first.locationId] : [id],
  }),
  caseloadRoom: ({ id, caseload, caseloadLimit }) => ({
    text:
      caseloadLimit === null
        ? 'Says no limit of the caseload.'
        : `Has room for ${Math.max(0, caseloadLimit - caseload)} of ${caseloadLimit} children.`,
    evidenceIds: [id],
  }),
  acceptance: ({ id, asked, declined }) => ({
    text:
      asked === 0
        ? 'Was asked for no time yet.'
        : `Declined ${declined} of the last ${asked} times that were asked for.`,
    evidenceIds: [id],
  }),
}

/** What a score is made of, in words. */
export const reasonsOf = (
  examined: Examined,
  wish: Wish,
  { values, weights }: { values: Values; weights: Weights },
) =>
  countingFor(wish).map((feature) => ({
    code: CODE_OF[feature],
    weight: weightOf(feature, weights, wish.preferences),
    value: values[feature]!,
    ...SAYS[feature](examined, wish),
  }))
