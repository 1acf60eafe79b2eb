import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toClosure } from './schemas.ts'

export const ClosureQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  locationId: idOf('location').optional(),
  ...archivedQuery,
})
export type ClosureQuery = z.infer<typeof ClosureQuery>

export const getClosure = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'closures:read', async (reader) => toClosure(await loadClosure(reader, id)))

export const listClosures = (ctx: Context, query: ClosureQuery) =>
  read(ctx, 'closures:read', (reader) => {
    const { locationId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...archivedFilter(query),
      ...(locationId && { locationId }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.closure.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toClosure,
    )
  })

export const loadClosure = async (reader: Reader, id: string) => {
  const row = await reader.db.closure.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('closure')
  return row
}
