import type { Context } from '#platform/core/context.ts'
import type { Permission } from '#platform/core/permissions.ts'
import { transact } from '#platform/core/transaction.ts'
import { issueLink } from './file-link.ts'
import { loadAttachment } from './queries.ts'
import { attachmentStatusAfter } from './rules.ts'
import type { UploadLink } from './schemas.ts'

export const createLink = (
  ctx: Context,
  id: string,
  { purpose, permission }: { purpose: 'upload' | 'download'; permission: Permission },
): Promise<Omit<UploadLink, 'method'>> =>
  transact(ctx, permission, async (tx) => {
    const attachment = await loadAttachment(tx, id)
    attachmentStatusAfter(purpose, attachment.status)
    return issueLink(tx, purpose, { type: 'attachment', id })
  })
