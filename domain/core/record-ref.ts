/** Which record; `version` is the If-Match of the caller, who is refused when it is stale. */
export interface RecordRef {
  id: string
  version?: number | undefined
}

/** The unique key of a record in Prisma's terms. */
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
