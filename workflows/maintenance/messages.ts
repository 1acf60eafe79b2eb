import type { RetainedName } from '#platform/maintenance/retention.ts'
import type { Anchor } from '#platform/audit/anchor.ts'

/** What one run of `sealAuditTrail` did. The next run is given it by the schedule. */
export interface SealedTrail {
  seals: number
  entries: number
  /** Tenants that nothing was sealed for, because their chain has lost its end. */
  refused: number
  /** The newest head: the next run's anchor. It is kept here, where the database cannot reach. */
  head?: Anchor
}

/** What one run of `tidyFiles` did, over all tenants, in files; `missing` in records. */
export interface TidiedFiles {
  removed: number
  abandoned: number
  unclaimed: number
  missing: number
}

/** Rows that one run of `purgeExpired` deleted or blanked. */
export type Purged = Partial<Record<RetainedName, number>>
