import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toBreakGlassGrant } from './schemas.ts'

export const BreakGlassQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  providerId: idOf('provider').optional(),
  reviewed: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'false lists what is still to be reviewed.' }),
})
export type BreakGlassQuery = z.infer<typeof BreakGlassQuery>

export const getBreakGlassGrant = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'break-glass:read', async (reader) =>
    toBreakGlassGrant(await loadBreakGlassGrant(reader, id), reader.now),
  )

/** Of a key that is bound to a provider: those of its own team. */
export const listBreakGlassGrants = (ctx: Context, query: BreakGlassQuery) =>
  read(ctx, 'break-glass:read', (reader) => {
    const { childId, providerId, reviewed } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(providerId && { providerId }),
      ...(reviewed && { reviewedAt: reviewed === 'true' ? { not: null } : null }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.breakGlassGrant.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      (row) => toBreakGlassGrant(row, reader.now),
    )
  })

export const loadBreakGlassGrant = async (reader: Reader, id: string) => {
  const row = await reader.db.breakGlassGrant.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('break-glass grant')
  return row
}
