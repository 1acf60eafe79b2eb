import type { Attachment as AttachmentModel, Prisma } from '#prisma/generated/client.ts'
import type { Change } from '#platform/core/records/change-record.ts'
import { attachmentStatusAfter } from './rules.ts'

/** How a file is removed, of a child or of a provider. */
export const removing: Change<AttachmentModel, Prisma.AttachmentUncheckedUpdateInput> = {
  fields: (before, tx) => ({
    status: attachmentStatusAfter('remove', before.status),
    storageKey: null,
    removedAt: tx.now,
  }),
  effects: (tx, _, { storageKey }) => {
    if (storageKey) tx.removeFiles([storageKey])
  },
}
