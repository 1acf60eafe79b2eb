import type { Attachment as AttachmentModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadAttachment, loadProviderDocument } from './queries.ts'
import {
  toAttachment,
  toProviderDocument,
  type Attachment,
  type ProviderDocument,
} from './schemas.ts'

type FileRecord<Shown> = RecordKind<AttachmentModel, Prisma.AttachmentUncheckedUpdateInput, Shown>

const stored = {
  table: 'attachments',
  update: (tx, id, data) => tx.db.attachment.update({ where: keyOf(tx, id), data }),
} satisfies Partial<FileRecord<never>>

/** How an attachment is loaded, written and shown by the verbs that change it. */
export const attachmentRecord: FileRecord<Attachment> = {
  ...stored,
  type: 'attachment',
  permission: 'attachments:write',
  load: loadAttachment,
  show: toAttachment,
}

/** How a provider's document is loaded, written and shown by the verbs that change it. */
export const providerDocumentRecord: FileRecord<ProviderDocument> = {
  ...stored,
  type: 'providerDocument',
  permission: 'provider-documents:write',
  load: loadProviderDocument,
  show: toProviderDocument,
}
