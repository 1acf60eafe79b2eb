import type { Context } from '#platform/core/context.ts'
import { newId } from '#platform/core/ids.ts'
import { transact } from '#platform/core/transaction.ts'
import { toClockSet, type ClockSet, type CreateClockSet } from './schemas.ts'

export const createClockSet = (ctx: Context, input: CreateClockSet): Promise<ClockSet> =>
  transact(ctx, 'clock-sets:write', async (tx) => {
    const row = await tx.db.clockSet.create({
      data: { tenantId: tx.tenantId, id: newId('clockSet'), ...input, createdAt: tx.now },
    })
    tx.created({ type: 'clockSet', id: row.id }, row)
    return toClockSet(row)
  })
