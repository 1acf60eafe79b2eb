import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { calendarDate, dateColumn } from '#platform/core/time/time.ts'
import { Profession } from '../providers/profile-schemas.ts'
import { VERIFICATION_STATUS } from './rules.ts'
import { licenseState, toProviderLicense } from './schemas.ts'

export const ProviderLicenseQuery = listQuery('providerLicense', ['-createdAt', 'createdAt'], {
  providerId: idOf('provider').optional(),
  profession: anyOf(Profession.options, 'Returns only licenses for this profession.'),
  forState: licenseState()
    .optional()
    .meta({ description: 'Returns only licenses for this state.', example: 'US-IL' }),
  status: anyOf(VERIFICATION_STATUS, 'Returns only licenses whose verification has this status.'),
  'expiresOn[lt]': calendarDate()
    .optional()
    .meta({ description: 'Returns only licenses that expire before this date.' }),
  ...archivedQuery,
})
export type ProviderLicenseQuery = z.infer<typeof ProviderLicenseQuery>

const licenses = recordQueries({
  permission: 'provider-licenses:read',
  name: 'license',
  find: ({ db }, selection: Selection<Prisma.ProviderLicenseWhereInput>) =>
    db.providerLicense.findMany(selection),
  show: each(toProviderLicense),
})

export const loadProviderLicense = licenses.load
export const getProviderLicense = licenses.get
export const listProviderLicenses = licenses.list(
  ({ status, forState, 'expiresOn[lt]': expiresBefore, ...query }: ProviderLicenseQuery) => ({
    ...archivedFilter(query),
    ...given(query, 'providerId', 'profession'),
    ...(forState && { state: forState }),
    ...(status && { verificationStatus: { in: status } }),
    ...(expiresBefore && { expiresOn: { lt: dateColumn(expiresBefore) } }),
  }),
)
