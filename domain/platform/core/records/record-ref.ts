/** A reference to a record. `version` is the caller's If-Match; a stale one is refused. */
export interface RecordRef {
  id: string
  version?: number | undefined
}

/**
 * Selects one record, for `findFirst`. `findUnique` is not used, because Prisma combines the calls of one tick,
 * across transactions and tenants, into one query on one connection (docs/decisions/0002).
 */
export const inTenant = (ctx: { tenantId: string }, id: string) => ({ tenantId: ctx.tenantId, id })

/** A record's unique key, for Prisma's `update`. */
export const keyOf = (ctx: { tenantId: string }, id: string) => ({
  tenantId_id: { tenantId: ctx.tenantId, id },
})

/** The members of a new record. */
export const freshRecord = (tx: { tenantId: string; now: Date }, id: string) => ({
  tenantId: tx.tenantId,
  id,
  createdAt: tx.now,
  updatedAt: tx.now,
})

/** The columns that every change sets in addition to its own. */
export const touched = (tx: { now: Date }) => ({ updatedAt: tx.now, version: { increment: 1 } })
