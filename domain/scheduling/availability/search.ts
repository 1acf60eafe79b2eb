import type { Offer } from '#organization/services/rules.ts'
import type { Range } from '#platform/core/time/ranges.ts'

/** What is looked for. Empty lists of providers and locations are any. */
export interface Search {
  /** Services that follow each other. Without any, an appointment without a service. */
  serviceIds: readonly string[]
  providerIds?: readonly string[]
  locationIds?: readonly string[]
  childId?: string | null
  /** Of starts. */
  range: Range
  /** Length of the first, instead of its service's. */
  durationMinutes?: number
  /** The appointment to be moved: it keeps its length, its buffers and its room. */
  moving?: Moving
  /** Whether what blocks a start is to be told: then appointments are read one by one. */
  explaining?: boolean
  /** An absence that is not on record yet, or not approved. */
  away?: { providerId: string; range: Range }
}

interface Moving {
  id: string
  roomId: string | null
  rules: Pick<Offer, 'durationMinutes' | 'bufferBeforeMinutes' | 'bufferAfterMinutes'>
}
