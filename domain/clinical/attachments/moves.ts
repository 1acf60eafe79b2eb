import type { Attachment } from '#prisma/generated/client.ts'
import { announcing, defineMoves, type Announcement } from '#platform/core/records/moves.ts'
import { attachmentEvents, attachmentFacts, providerDocumentFacts } from './events.ts'
import { AttachmentStatus } from './rules.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'

/** A file of a child or of a provider: they differ in the event of the upload. */
const movesOf = (subject: 'attachment' | 'providerDocument', added: Announcement<Attachment>) => {
  const link = subject === 'attachment' ? 'createAttachment' : 'createProviderDocument'
  return defineMoves<Attachment>()({
    noun: 'An attachment',
    subject,
    states: AttachmentStatus,
    initial: ['PENDING', 'READY'],
    waits: {
      PENDING: 'its file is being uploaded; without a file it is removed',
      READY: 'the file is kept',
      REMOVED: ENDED,
    },
    moves: {
      upload: { from: ['PENDING'], to: 'READY', event: added, operation: `${link}UploadLink` },
      download: { from: ['READY'], operation: `${link}DownloadLink` },
      remove: { from: ['PENDING', 'READY'], to: 'REMOVED' },
    },
  })
}

export const attachmentMoves = movesOf(
  'attachment',
  announcing(attachmentEvents['attachment.added'], attachmentFacts),
)

export const providerDocumentMoves = movesOf(
  'providerDocument',
  announcing(attachmentEvents['provider_document.added'], providerDocumentFacts),
)
