import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { AttachmentStatus } from './rules.ts'
import { toAttachment } from './schemas.ts'

export const AttachmentQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  sessionId: idOf('session').optional(),
  status: z
    .enum(AttachmentStatus)
    .optional()
    .meta({ description: 'Only attachments in this status.' }),
})
export type AttachmentQuery = z.infer<typeof AttachmentQuery>

export const getAttachment = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'attachments:read', async (reader) => toAttachment(await loadAttachment(reader, id)))

export const listAttachments = (ctx: Context, query: AttachmentQuery) =>
  read(ctx, 'attachments:read', (reader) => {
    const { childId, sessionId, status } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(sessionId && { sessionId }),
      ...(status && { status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.attachment.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toAttachment,
    )
  })

export const loadAttachment = async (reader: Reader, id: string) => {
  const row = await reader.db.attachment.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('attachment')
  return row
}
