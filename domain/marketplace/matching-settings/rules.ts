/** What a score is made of. */
export const FEATURES = [
  'specialty',
  'language',
  'age',
  'continuity',
  'distance',
  'earliestSlot',
  'caseloadRoom',
  'acceptance',
] as const
export type Feature = (typeof FEATURES)[number]

/** How much each counts, beside the others. */
export type Weights = Record<Feature, number>

/** What decides how therapists are ranked. */
export interface Settings {
  weights: Weights
  /** Of the places of an answer, at most so many are given to new providers who would not have had them. */
  explorationShare: number
  /** A provider is new for so long. */
  newProviderDays: number
  version: number
}

/** Of a centre that has not changed them. */
export const DEFAULT_SETTINGS: Settings = {
  weights: {
    specialty: 30,
    language: 20,
    age: 10,
    continuity: 15,
    distance: 10,
    earliestSlot: 15,
    caseloadRoom: 5,
    acceptance: 5,
  },
  explorationShare: 0.1,
  newProviderDays: 90,
  version: 1,
}
