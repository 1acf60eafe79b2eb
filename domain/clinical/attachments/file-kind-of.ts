import { attachmentMoves, providerDocumentMoves } from './moves.ts'
import type { Attachment as AttachmentModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import { attachmentRecord, providerDocumentRecord } from './record.ts'

/** The differences between files of a child and of a provider: permission, record and moves. */
export interface FileKind {
  record: RecordKind<AttachmentModel, Prisma.AttachmentUncheckedUpdateInput, object>
  read: Permission
  moves: typeof attachmentMoves
}

const OF_CHILD: FileKind = {
  record: attachmentRecord,
  read: 'attachments:read',
  moves: attachmentMoves,
}

const OF_PROVIDER: FileKind = {
  record: providerDocumentRecord,
  read: 'provider-documents:read',
  moves: providerDocumentMoves,
}

/** The kind of a file, by its id prefix, which the database enforces. */
export const fileKindOf = (id: string): FileKind =>
  subjectOf(id)?.type === 'providerDocument' ? OF_PROVIDER : OF_CHILD
