import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { ErasureStatus, toErasure } from './schemas.ts'

export const ErasureQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  status: z.enum(ErasureStatus).optional().meta({ description: 'Only erasures in this status.' }),
})
export type ErasureQuery = z.infer<typeof ErasureQuery>

export const getErasure = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'erasures:read', async (reader) => toErasure(await loadErasure(reader, id)))

export const listErasures = (ctx: Context, query: ErasureQuery) =>
  read(ctx, 'erasures:read', (reader) => {
    const { childId, clientId, status } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(clientId && { clientId }),
      ...(status && { status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.erasure.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toErasure,
    )
  })

export const loadErasure = async (reader: Reader, id: string) => {
  const row = await reader.db.erasure.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('erasure')
  return row
}
