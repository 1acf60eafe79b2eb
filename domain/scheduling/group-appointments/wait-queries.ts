import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { loadGroup } from './queries.ts'
import { GroupWaitStatus } from './rules.ts'
import { toGroupWait } from './wait-schemas.ts'

export const GroupWaitQuery = z.strictObject({
  ...pageQuery('createdAt', '-createdAt'),
  status: z.enum(GroupWaitStatus).optional().meta({ description: 'Only those in this status.' }),
})
export type GroupWaitQuery = z.infer<typeof GroupWaitQuery>

/** In order of joining. */
export const listGroupWaits = (
  ctx: Context,
  { id, query }: { id: string; query: GroupWaitQuery },
) =>
  read(ctx, 'appointments:read', async (reader) => {
    await loadGroup(reader, id)
    const { tenantId } = reader
    const filter = { tenantId, groupId: id, ...(query.status && { status: query.status }) }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.groupWait.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toGroupWait,
    )
  })

export const loadWait = async (reader: Reader, id: string) => {
  const row = await reader.db.groupWait.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('wait')
  return row
}
