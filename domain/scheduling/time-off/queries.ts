import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { affectedBy } from './affected-by.ts'
import { TimeOffStatus } from './rules.ts'
import { toTimeOff, type TimeOffDetails } from './schemas.ts'

export const TimeOffQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'startsAt', '-startsAt'),
  providerId: idOf('provider').optional(),
  status: z.enum(TimeOffStatus).optional().meta({ description: 'Only time off in this status.' }),
  ...instantRange('startsAt'),
})
export type TimeOffQuery = z.infer<typeof TimeOffQuery>

/** With the appointments that it affects now, and where they could go. */
export const getTimeOff = (ctx: Context, { id }: { id: string }): Promise<TimeOffDetails> =>
  read(ctx, 'time-off:read', async (reader) => {
    const row = await loadTimeOff(reader, id)
    return { ...toTimeOff(row), ...(await affectedBy(reader, row)) }
  })

export const listTimeOff = (ctx: Context, query: TimeOffQuery) =>
  read(ctx, 'time-off:read', (reader) => {
    const { providerId, status } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(providerId && { providerId }),
      ...(status && { status }),
      startsAt: within(query, 'startsAt'),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.timeOff.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toTimeOff,
    )
  })

export const loadTimeOff = async (reader: Reader, id: string) => {
  const row = await reader.db.timeOff.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('time off')
  return row
}
