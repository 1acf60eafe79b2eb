import { DAY_MS } from '#platform/core/time/time.ts'

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
