import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
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
