import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toChildMerge } from './schemas.ts'

export const ChildMergeQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional().meta({ description: 'The record that goes on.' }),
})
export type ChildMergeQuery = z.infer<typeof ChildMergeQuery>

export const getChildMerge = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'child-merges:read', async (reader) =>
    toChildMerge(await loadChildMerge(reader, id), reader.now),
  )

export const listChildMerges = (ctx: Context, query: ChildMergeQuery) =>
  read(ctx, 'child-merges:read', (reader) => {
    const { childId } = query
    const filter = { tenantId: reader.tenantId, ...(childId && { survivorId: childId }) }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.childMerge.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      (row) => toChildMerge(row, reader.now),
    )
  })

export const loadChildMerge = async (reader: Reader, id: string) => {
  const row = await reader.db.childMerge.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('child merge')
  return row
}
