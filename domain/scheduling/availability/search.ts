import type { Offer } from '#organization/services/rules.ts'
import type { Range } from '#platform/core/time/ranges.ts'

/** A search. An empty list of providers or locations means any. */
export interface Search {
  /** Consecutive services. An empty list means an appointment without a service. */
  serviceIds: readonly string[]
  providerIds?: readonly string[]
  locationIds?: readonly string[]
  childId?: string | null
  /** The range in which starts are searched. */
  range: Range
  /** The length of the first service, instead of its default. */
  durationMinutes?: number
  /** The appointment to move. It keeps its length, buffers and room. */
  moving?: Moving
  /** Whether to explain blocked starts. In that case, appointments are read one by one. */
  explaining?: boolean
  /** An absence that has not been recorded or approved yet. */
  away?: { providerId: string; range: Range }
}

interface Moving {
  id: string
  roomId: string | null
  rules: Pick<Offer, 'durationMinutes' | 'bufferBeforeMinutes' | 'bufferAfterMinutes'>
}
