/** The components of a score. */
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

/** The relative weights of the components. */
export type Weights = Record<Feature, number>

/** The settings that decide the ranking of therapists. */
export interface Settings {
  weights: Weights
  /**
   * The maximum share of places in a response for new providers who would not be ranked there otherwise; 0.1 is
   * a tenth.
   */
  explorationShare: number
  /** How long a provider counts as new. */
  newProviderDays: number
  version: number
}

/** The settings of a centre that has not changed them. */
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
