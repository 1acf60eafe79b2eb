import type { Attachment as AttachmentModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { attachmentEvents } from './events.ts'
import { attachmentRecord, providerDocumentRecord } from './record.ts'

/** What files of a child and of a provider differ in: their permission, their record and their event. */
export interface FileKind {
  record: RecordKind<AttachmentModel, Prisma.AttachmentUncheckedUpdateInput, object>
  read: Permission
  added: (tx: Transaction, row: AttachmentModel) => void
}

const OF_CHILD: FileKind = {
  record: attachmentRecord,
  read: 'attachments:read',
  added: (tx, { id, childId, sessionId }) =>
    tx.emit(
      attachmentEvents['attachment.added'],
      { type: 'attachment', id },
      { attachmentId: id, childId: childId!, ...(sessionId && { sessionId }) },
    ),
}

export const OF_PROVIDER: FileKind = {
  record: providerDocumentRecord,
  read: 'provider-documents:read',
  added: (tx, { id, providerId }) =>
    tx.emit(
      attachmentEvents['provider_document.added'],
      { type: 'providerDocument', id },
      { documentId: id, providerId: providerId! },
    ),
}

/** The kind of a file, by the prefix of its id: the database keeps that it is right. */
export const fileKindOf = (id: string): FileKind =>
  subjectOf(id)?.type === 'providerDocument' ? OF_PROVIDER : OF_CHILD
