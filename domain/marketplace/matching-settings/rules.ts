/** Components of a score. */
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

/** Their relative weights. */
export type Weights = Record<Feature, number>

/** What decides the ranking of therapists. */
export interface Settings {
  weights: Weights
  /**
   * The maximum share of the places in a response for new providers who would not rank there otherwise: 0.1 is
   * a tenth.
   */
  explorationShare: number
  /** How long a provider counts as new. */
  newProviderDays: number
  version: number
}

/** For a centre that has not changed them. */
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
