import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { anyOf, listQuery } from '#platform/core/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { AttachmentStatus } from './rules.ts'
import { toAttachment } from './schemas.ts'

export const AttachmentQuery = listQuery('attachment', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  sessionId: idOf('session').optional(),
  status: anyOf(AttachmentStatus, 'Only attachments in this status.'),
})
export type AttachmentQuery = z.infer<typeof AttachmentQuery>

const attachments = recordQueries({
  permission: 'attachments:read',
  name: 'attachment',
  find: ({ db }, selection: Selection<Prisma.AttachmentWhereInput>) =>
    db.attachment.findMany(selection),
  show: each(toAttachment),
})

export const loadAttachment = attachments.load
export const getAttachment = attachments.get
export const listAttachments = attachments.list((query: AttachmentQuery) =>
  given(query, 'childId', 'sessionId', 'status'),
)
