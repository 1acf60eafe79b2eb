import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { canonicalLanguage } from './rules.ts'
import { toProvider } from './schemas.ts'

export const ProviderQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  locationId: idOf('location').optional(),
  specialty: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Only providers with exactly this specialty.' }),
  language: z.string().max(35).optional().meta({ description: 'BCP 47 tag.' }),
  ...archivedQuery,
})
export type ProviderQuery = z.infer<typeof ProviderQuery>

export const getProvider = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'providers:read', async (reader) => toProvider(await loadProvider(reader, id)))

export const listProviders = (ctx: Context, query: ProviderQuery) =>
  read(ctx, 'providers:read', (reader) => {
    const { locationId, specialty, language } = query
    const filter = {
      tenantId: reader.tenantId,
      ...archivedFilter(query),
      ...(locationId && { locationIds: { has: locationId } }),
      ...(specialty && { specialties: { has: specialty } }),
      ...(language && { languages: { has: canonicalLanguage(language) ?? language } }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.provider.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toProvider,
    )
  })

export const loadProvider = async (reader: Reader, id: string) => {
  const row = await reader.db.provider.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('provider')
  return row
}
