import type { RetainedName } from '#platform/maintenance/retention.ts'
import type { Anchor } from '#platform/audit/anchor.ts'

/** The result of one run of `sealAuditTrail`. The schedule passes it to the next run. */
export interface SealedTrail {
  seals: number
  entries: number
  /** The number of tenants that were not sealed because their chain has lost its end. */
  refused: number
  /** The newest head, which is the anchor of the next run. It is stored here, outside the database. */
  head?: Anchor
}

/**
 * The result of one run of `tidyFiles` over all tenants, as numbers of files; `missing` is a number of
 * records.
 */
export interface TidiedFiles {
  removed: number
  abandoned: number
  unclaimed: number
  missing: number
}

/** Rows that one run of `purgeExpired` deleted or cleared. */
export type Purged = Partial<Record<RetainedName, number>>
