import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { archivedFilter, archivedQuery } from '../core/filters.ts'
import { idOf } from '../core/ids.ts'
import { pageQuery, paginate } from '../core/paging.ts'
import { inTenant } from '../core/record-ref.ts'
import { read, type Reader } from '../core/transaction.ts'
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
