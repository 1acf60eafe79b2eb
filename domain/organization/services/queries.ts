import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toService } from './schemas.ts'

export const ServiceQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'code', 'name'),
  code: z.string().max(63).optional().meta({ description: 'Only the service with this code.' }),
  ...archivedQuery,
})
export type ServiceQuery = z.infer<typeof ServiceQuery>

export const getService = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'services:read', async (reader) => toService(await loadService(reader, id)))

export const listServices = (ctx: Context, query: ServiceQuery) =>
  read(ctx, 'services:read', (reader) => {
    const { code } = query
    const filter = { tenantId: reader.tenantId, ...archivedFilter(query), ...(code && { code }) }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.service.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toService,
    )
  })

export const loadService = async (reader: Reader, id: string) => {
  const row = await reader.db.service.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('service')
  return row
}
