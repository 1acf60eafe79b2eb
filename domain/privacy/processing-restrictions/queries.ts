import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { RestrictionGround, toProcessingRestriction } from './schemas.ts'

export const ProcessingRestrictionQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  ground: z
    .enum(RestrictionGround)
    .optional()
    .meta({ description: 'Only restrictions on this ground.' }),
  lifted: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'false lists those that hold, also while they are being lifted.' }),
})
export type ProcessingRestrictionQuery = z.infer<typeof ProcessingRestrictionQuery>

export const getProcessingRestriction = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'processing-restrictions:read', async (reader) =>
    toProcessingRestriction(await loadProcessingRestriction(reader, id)),
  )

export const listProcessingRestrictions = (ctx: Context, query: ProcessingRestrictionQuery) =>
  read(ctx, 'processing-restrictions:read', (reader) => {
    const { childId, clientId, ground, lifted } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(clientId && { clientId }),
      ...(ground && { ground }),
      ...(lifted && { liftedAt: lifted === 'true' ? { not: null } : null }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.processingRestriction.findMany({
          where: { AND: [filter, where] },
          orderBy,
          take,
        }),
      toProcessingRestriction,
    )
  })

export const loadProcessingRestriction = async (reader: Reader, id: string) => {
  const row = await reader.db.processingRestriction.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('processing restriction')
  return row
}
