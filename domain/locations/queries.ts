import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { archivedFilter, archivedQuery } from '../core/filters.ts'
import { pageQuery, paginate } from '../core/paging.ts'
import { inTenant } from '../core/record-ref.ts'
import { read, type Reader } from '../core/transaction.ts'
import { toLocation } from './schemas.ts'

export const LocationQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  ...archivedQuery,
})
export type LocationQuery = z.infer<typeof LocationQuery>

export const getLocation = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'locations:read', async (reader) => toLocation(await loadLocation(reader, id)))

export const listLocations = (ctx: Context, query: LocationQuery) =>
  read(ctx, 'locations:read', (reader) => {
    const filter = { tenantId: reader.tenantId, ...archivedFilter(query) }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.location.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toLocation,
    )
  })

export const loadLocation = async (reader: Reader, id: string) => {
  const row = await reader.db.location.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('location')
  return row
}
