import type { Feature, Weights } from '../matching-settings/rules.ts'
import { countingFor, languageValue, needsMet, weightOf, type Values } from './rules.ts'
import type { Examined, Wish } from './wish.ts'

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
        ? 'Speaks a language of the family.'
        : value > 0
          ? 'Speaks a language of the family, in another regional variety.'
          : 'Does not speak a language of the family.'
    return { text, evidenceIds: [of.id] }
  },
  age: ({ id, ageRange }) => ({
    text: ageRange ? 'Treats this age group.' : 'States no age range.',
    evidenceIds: [id],
  }),
  continuity: ({ knownBy }) => ({
    text: knownBy
      ? knownBy.isTeam
        ? 'Is on the child’s care team.'
        : 'Has treated the child.'
      : 'Has not treated the child.',
    evidenceIds: knownBy ? [knownBy.id] : [],
  }),
  distance: ({ nearest }) => ({
    text: nearest ? `${nearest.km.toFixed(1)} km away.` : 'The distance is not known.',
    evidenceIds: nearest ? [nearest.id] : [],
  }),
  earliestSlot: ({ id, slots: [first] }) => ({
    text: first ? `Can start on ${first.day}.` : 'Has no free slot in four weeks.',
    evidenceIds: first ? [id, first.locationId] : [id],
  }),
  caseloadRoom: ({ id, caseload, caseloadLimit }) => ({
    text:
      caseloadLimit === null
        ? 'States no caseload limit.'
        : `Has room for ${Math.max(0, caseloadLimit - caseload)} of ${caseloadLimit} children.`,
    evidenceIds: [id],
  }),
  acceptance: ({ id, asked, declined }) => ({
    text:
      asked === 0
        ? 'No time has been requested from this provider yet.'
        : `Declined ${declined} of the last ${asked} requested times.`,
    evidenceIds: [id],
  }),
}

/** The components of a score in words. */
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
