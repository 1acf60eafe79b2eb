import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toChild } from './schemas.ts'

export const ChildQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'lastName', 'birthDate', '-birthDate'),
  primaryProviderId: idOf('provider').optional(),
  program: z.string().max(63).optional().meta({ description: 'Only children in this program.' }),
  clientId: idOf('client')
    .optional()
    .meta({ description: 'Children whose guardian this client is now.' }),
  ...archivedQuery,
})
export type ChildQuery = z.infer<typeof ChildQuery>

export const getChild = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'children:read', async (reader) => toChild(await loadChild(reader, id)))

export const listChildren = (ctx: Context, query: ChildQuery) =>
  read(ctx, 'children:read', async (reader) => {
    const { primaryProviderId, program, clientId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...archivedFilter(query),
      ...(primaryProviderId && { primaryProviderId }),
      ...(program && { program }),
      ...(clientId && { id: { in: await childrenOf(reader, clientId) } }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.child.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toChild,
    )
  })

const childrenOf = async (reader: Reader, clientId: string): Promise<string[]> => {
  const rows = await reader.db.guardianship.findMany({
    where: { tenantId: reader.tenantId, clientId, endedAt: null },
    select: { childId: true },
  })
  return rows.map((row) => row.childId)
}

export const loadChild = async (reader: Reader, id: string) => {
  const row = await reader.db.child.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('child')
  return row
}
