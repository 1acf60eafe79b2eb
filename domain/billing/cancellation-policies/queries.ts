import { z } from 'zod'
import type { CancellationPolicy as PolicyModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { DEFAULT_TERMS, type PolicyTerms } from './rules.ts'
import { termsOf, toCancellationPolicy } from './schemas.ts'

export const CancellationPolicyQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  serviceId: idOf('service').optional(),
  locationId: idOf('location').optional(),
  ...archivedQuery,
})
export type CancellationPolicyQuery = z.infer<typeof CancellationPolicyQuery>

export const getCancellationPolicy = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'cancellation-policies:read', async (reader) =>
    toCancellationPolicy(await loadCancellationPolicy(reader, id)),
  )

export const listCancellationPolicies = (ctx: Context, query: CancellationPolicyQuery) =>
  read(ctx, 'cancellation-policies:read', (reader) => {
    const { serviceId, locationId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...archivedFilter(query),
      ...(serviceId && { serviceId }),
      ...(locationId && { locationId }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.cancellationPolicy.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toCancellationPolicy,
    )
  })

export const loadCancellationPolicy = async (reader: Reader, id: string): Promise<PolicyModel> => {
  const row = await reader.db.cancellationPolicy.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('cancellation policy')
  return row
}

/**
 * The terms in force for a service at a location: those of both, else of the service, else of the
 * location, else of the centre, else the default.
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
