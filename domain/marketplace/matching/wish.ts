import { DAY_MS } from '#platform/core/time/time.ts'

/** How far ahead slots are searched. */
export const LOOK_AHEAD_MS = 28 * DAY_MS

/** A question, with the centre's definitions of what it asks for. */
export interface Wish {
  hasChild: boolean
  needs: readonly Need[]
  ageMonths: number | null
  languages: readonly string[]
  locationId: string | null
  /** Whether the family's location is known. */
  hasPlace: boolean
  maxDistanceKm: number | null
  modality: string | null
  payer: string | null
  latestStartOn: string | null
  preferences: readonly string[]
  excludedProviderIds: readonly string[]
  /** The providers of the requested service; empty for any. */
  performers: readonly string[]
}

export interface Need {
  id: string
  specialties: readonly string[]
  professions: readonly string[]
}

/** A provider's data without the calendar. No other data of a provider or a child affects a score. */
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
  /** Whether one of the provider's licenses is valid in the requested state; true if no state was requested. */
  isLicensed: boolean
  /** The record that links them to the child; null if there is none. */
  knownBy: { id: string; isTeam: boolean } | null
  /** The nearest of the provider's places; null if none is known or near enough. */
  nearest: { id: string; km: number } | null
}

/** A candidate with the data of their calendar. */
export interface Examined extends Candidate {
  caseload: number
  /** Recent requests for the provider's times. */
  asked: number
  declined: number
  /** Free starts, earliest first. */
  slots: readonly { locationId: string; at: number; day: string }[]
}
