/** Which record; `version` is the If-Match of the caller, who is refused when it is stale. */
export interface RecordRef {
  id: string
  version?: number | undefined
}

/**
 * One record, for `findFirst`. Not `findUnique`: Prisma gathers those of one tick, of whatever
 * transaction and tenant, into one query on one connection (docs/decisions/0002).
 */
export const inTenant = (ctx: { tenantId: string }, id: string) => ({ tenantId: ctx.tenantId, id })

/** The unique key of a record in Prisma's terms, for `update`. */
export const keyOf = (ctx: { tenantId: string }, id: string) => ({
  tenantId_id: { tenantId: ctx.tenantId, id },
})

/** The members that a fresh record starts with. */
export const freshRecord = (tx: { tenantId: string; now: Date }, id: string) => ({
  tenantId: tx.tenantId,
  id,
  createdAt: tx.now,
  updatedAt: tx.now,
})

/** What every change of a record sets besides its own fields. */
export const touched = (tx: { now: Date }) => ({ updatedAt: tx.now, version: { increment: 1 } })
