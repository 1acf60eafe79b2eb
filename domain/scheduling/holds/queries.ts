import { SELECT_APPOINTMENT } from '../appointments/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { HeldRow } from './of-hold.ts'
import { toHold } from './schemas.ts'

export const getHold = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'holds:read', async (reader) => {
    const [row] = await reader.sql<HeldRow>(BY_HOLD, [reader.tenantId, id])
    if (!row) throw notFound('hold')
    return toHold(row, reader.now)
  })

/** The hold in the tenant, or `undefined`. Locked until the transaction ends. */
export const lockHold = async (reader: Reader, id: string): Promise<HeldRow | undefined> => {
  const [row] = await reader.sql<HeldRow>(`${BY_HOLD} FOR UPDATE OF a`, [reader.tenantId, id])
  return row
}

const BY_HOLD = `${SELECT_APPOINTMENT} AND a.hold_id = $2`
