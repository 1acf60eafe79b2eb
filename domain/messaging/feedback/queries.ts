import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read } from '#platform/core/transaction.ts'
import { toFeedback } from './schemas.ts'

export const FeedbackQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  appointmentId: idOf('appointment').optional(),
  clientId: idOf('client').optional(),
  ...instantRange('createdAt'),
})
export type FeedbackQuery = z.infer<typeof FeedbackQuery>

export const getFeedback = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'feedback:read', async (reader) => {
    const row = await reader.db.feedback.findFirst({ where: inTenant(reader, id) })
    if (!row) throw notFound('feedback')
    return toFeedback(row)
  })

export const listFeedback = (ctx: Context, query: FeedbackQuery) =>
  read(ctx, 'feedback:read', (reader) => {
    const { appointmentId, clientId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(appointmentId && { appointmentId }),
      ...(clientId && { clientId }),
      createdAt: within(query, 'createdAt'),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.feedback.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toFeedback,
    )
  })
