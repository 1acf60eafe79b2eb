import type { Offer } from '#organization/services/rules.ts'
import type { Range } from '#platform/core/time/ranges.ts'

/** A search. Empty lists of providers and locations mean any. */
export interface Search {
  /** Consecutive services. An empty list means an appointment without a service. */
  serviceIds: readonly string[]
  providerIds?: readonly string[]
  locationIds?: readonly string[]
  childId?: string | null
  /** The range of starts. */
  range: Range
  /** Length of the first, instead of its service's. */
  durationMinutes?: number
  /** The appointment to move: it keeps its length, buffers and room. */
  moving?: Moving
  /** Whether to explain blocked starts. Appointments are then read one by one. */
  explaining?: boolean
  /** An absence that is not recorded yet, or not approved. */
  away?: { providerId: string; range: Range }
}

interface Moving {
  id: string
  roomId: string | null
  rules: Pick<Offer, 'durationMinutes' | 'bufferBeforeMinutes' | 'bufferAfterMinutes'>
}
