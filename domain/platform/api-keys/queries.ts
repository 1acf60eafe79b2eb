import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { pageQuery, paginate } from '../core/paging.ts'
import { inTenant } from '../core/record-ref.ts'
import { read, type Reader } from '../core/transaction.ts'
import { toApiKey } from './schemas.ts'

export const ApiKeyQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  revoked: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only keys that were revoked, or only those that were not.' }),
})
export type ApiKeyQuery = z.infer<typeof ApiKeyQuery>

export const getApiKey = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'api-keys:read', async (reader) => toApiKey(await loadApiKey(reader, id)))

export const listApiKeys = (ctx: Context, query: ApiKeyQuery) =>
  read(ctx, 'api-keys:read', (reader) => {
    const { revoked } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(revoked && { revokedAt: revoked === 'true' ? { not: null } : null }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.apiKey.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toApiKey,
    )
  })

export const loadApiKey = async (reader: Reader, id: string) => {
  const row = await reader.db.apiKey.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('API key')
  return row
}
