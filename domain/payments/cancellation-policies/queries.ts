import { z } from 'zod'
import type { Prisma, CancellationPolicy as PolicyModel } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { DEFAULT_TERMS, type PolicyTerms } from './rules.ts'
import { termsOf, toCancellationPolicy } from './schemas.ts'

export const CancellationPolicyQuery = listQuery(
  'cancellationPolicy',
  ['-createdAt', 'createdAt', 'name'],
  {
    serviceId: idOf('service').optional(),
    locationId: idOf('location').optional(),
    ...archivedQuery,
  },
)
export type CancellationPolicyQuery = z.infer<typeof CancellationPolicyQuery>

const cancellationPolicies = recordQueries({
  permission: 'cancellation-policies:read',
  name: 'cancellation policy',
  find: ({ db }, selection: Selection<Prisma.CancellationPolicyWhereInput>) =>
    db.cancellationPolicy.findMany(selection),
  show: each(toCancellationPolicy),
})

export const loadCancellationPolicy = cancellationPolicies.load
export const getCancellationPolicy = cancellationPolicies.get
export const listCancellationPolicies = cancellationPolicies.list(
  (query: CancellationPolicyQuery) => ({
    ...archivedFilter(query),
    ...given(query, 'serviceId', 'locationId'),
  }),
)

/**
 * The terms that apply, in this order: for the service and location, for the service, for the location, for the
 * centre, and the default.
 */
export const termsInForce = async (
  reader: Reader,
  { serviceId, locationId }: { serviceId: string | null; locationId: string },
): Promise<PolicyTerms> => {
  const candidates = await reader.db.cancellationPolicy.findMany({
    where: {
      tenantId: reader.tenantId,
      archivedAt: null,
      AND: [
        { OR: [{ serviceId: null }, { serviceId }] },
        { OR: [{ locationId: null }, { locationId }] },
      ],
    },
  })
  const closeness = (policy: PolicyModel) =>
    (policy.serviceId ? 2 : 0) + (policy.locationId ? 1 : 0)
  const [closest] = candidates.toSorted((a, b) => closeness(b) - closeness(a))
  return closest ? termsOf(closest) : DEFAULT_TERMS
}
