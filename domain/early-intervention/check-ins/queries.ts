import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toCheckIn } from './schemas.ts'

export const CheckInQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  programId: idOf('program').optional(),
  clientId: idOf('client').optional(),
  unseen: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true: only those that worry and that nobody has seen to.' }),
})
export type CheckInQuery = z.infer<typeof CheckInQuery>

export const getCheckIn = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'check-ins:read', async (reader) => toCheckIn(await loadCheckIn(reader, id)))

export const listCheckIns = (ctx: Context, query: CheckInQuery) =>
  read(ctx, 'check-ins:read', (reader) => {
    const { programId, clientId, unseen } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(programId && { programId }),
      ...(clientId && { clientId }),
      ...(unseen === 'true' && { worrying: true, acknowledgedAt: null }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.checkIn.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toCheckIn,
    )
  })

export const loadCheckIn = async (reader: Reader, id: string) => {
  const row = await reader.db.checkIn.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('check-in')
  return row
}
