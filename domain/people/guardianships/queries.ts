import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toGuardianship } from './schemas.ts'

export const GuardianshipQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  ended: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true lists what has ended instead.' }),
})
export type GuardianshipQuery = z.infer<typeof GuardianshipQuery>

export const getGuardianship = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'guardianships:read', async (reader) =>
    toGuardianship(await loadGuardianship(reader, id)),
  )

export const listGuardianships = (ctx: Context, query: GuardianshipQuery) =>
  read(ctx, 'guardianships:read', (reader) => {
    const { childId, clientId, ended } = query
    const filter = {
      tenantId: reader.tenantId,
      endedAt: ended === 'true' ? { not: null } : null,
      ...(childId && { childId }),
      ...(clientId && { clientId }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.guardianship.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toGuardianship,
    )
  })

/** Whom the child's orders are addressed to: the billing guardian, the first where there are several. */
export const loadBillingClientId = async (reader: Reader, childId: string) => {
  const row = await reader.db.guardianship.findFirst({
    where: { tenantId: reader.tenantId, childId, billing: true, endedAt: null },
    orderBy: { id: 'asc' },
    select: { clientId: true },
  })
  return row?.clientId ?? null
}

export const loadGuardianship = async (reader: Reader, id: string) => {
  const row = await reader.db.guardianship.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('guardianship')
  return row
}
