import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { Profession } from './profile-schemas.ts'
import { canonicalLanguage } from '#messaging/locales/languages.ts'
import { toProvider } from './schemas.ts'
import { ProviderStatus } from './provider-status.ts'

export const ProviderQuery = listQuery('provider', ['-createdAt', 'createdAt', 'name'], {
  locationId: idOf('location').optional(),
  specialty: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Returns only providers with exactly this specialty.' }),
  language: z.string().max(35).optional().meta({ description: 'Language, as a BCP 47 tag.' }),
  status: anyOf(ProviderStatus.options, 'Returns only providers with this status.'),
  profession: anyOf(Profession.options, 'Returns only providers of this profession.'),
  ...archivedQuery,
})
export type ProviderQuery = z.infer<typeof ProviderQuery>

const providers = recordQueries({
  permission: 'providers:read',
  name: 'provider',
  find: ({ db }, selection: Selection<Prisma.ProviderWhereInput>) =>
    db.provider.findMany(selection),
  show: each(toProvider),
})

export const loadProvider = providers.load
export const getProvider = providers.get
export const listProviders = providers.list(
  ({ locationId, specialty, language, ...query }: ProviderQuery) => ({
    ...archivedFilter(query),
    ...(locationId && { locationIds: { has: locationId } }),
    ...(specialty && { specialties: { has: specialty } }),
    ...(language && { languages: { has: canonicalLanguage(language) ?? language } }),
    ...given(query, 'status', 'profession'),
  }),
)
