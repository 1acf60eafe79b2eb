import type { Attachment as AttachmentModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/change-record.ts'
import { keyOf } from '#platform/core/record-ref.ts'
import { loadAttachment } from './queries.ts'
import { toAttachment, type Attachment } from './schemas.ts'

/** How an attachment is loaded, written and shown by the verbs that change it. */
export const attachmentRecord: RecordKind<
  AttachmentModel,
  Prisma.AttachmentUncheckedUpdateInput,
  Attachment
> = {
  type: 'attachment',
  table: 'attachments',
  permission: 'attachments:write',
  load: loadAttachment,
  update: (tx, id, data) => tx.db.attachment.update({ where: keyOf(tx, id), data }),
  show: toAttachment,
}
