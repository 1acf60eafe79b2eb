/** A record reference; `version` is the caller's If-Match, refused when stale. */
export interface RecordRef {
  id: string
  version?: number | undefined
}

/**
 * One record, for `findFirst`. Not `findUnique`: Prisma batches those of one tick, across transactions and
 * tenants, into one query on one connection (docs/decisions/0002).
 */
export const inTenant = (ctx: { tenantId: string }, id: string) => ({ tenantId: ctx.tenantId, id })

/** A record's unique key for Prisma's `update`. */
export const keyOf = (ctx: { tenantId: string }, id: string) => ({
  tenantId_id: { tenantId: ctx.tenantId, id },
})

/** The initial members of a record. */
export const freshRecord = (tx: { tenantId: string; now: Date }, id: string) => ({
  tenantId: tx.tenantId,
  id,
  createdAt: tx.now,
  updatedAt: tx.now,
})

/** The columns every change sets besides its own. */
export const touched = (tx: { now: Date }) => ({ updatedAt: tx.now, version: { increment: 1 } })
