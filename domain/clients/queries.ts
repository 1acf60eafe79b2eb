import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { archivedFilter, archivedQuery } from '../core/filters.ts'
import { pageQuery, paginate } from '../core/paging.ts'
import { inTenant } from '../core/record-ref.ts'
import { read, type Reader } from '../core/transaction.ts'
import { toClient } from './schemas.ts'

export const ClientQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  email: z.string().max(254).optional().meta({ description: 'Exactly this address.' }),
  ...archivedQuery,
})
export type ClientQuery = z.infer<typeof ClientQuery>

export const getClient = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'clients:read', async (reader) => toClient(await loadClient(reader, id)))

export const listClients = (ctx: Context, query: ClientQuery) =>
  read(ctx, 'clients:read', (reader) => {
    const { email } = query
    const filter = { tenantId: reader.tenantId, ...archivedFilter(query), ...(email && { email }) }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.client.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toClient,
    )
  })

export const loadClient = async (reader: Reader, id: string) => {
  const row = await reader.db.client.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('client')
  return row
}
