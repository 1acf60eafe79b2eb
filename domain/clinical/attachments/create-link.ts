import type { Context } from '#platform/core/context.ts'
import type { Permission } from '#platform/core/permissions.ts'
import { transact } from '#platform/core/transaction.ts'
import { issueLink } from './file-link.ts'
import { loadAttachment } from './queries.ts'
import { attachmentStatusAfter } from './rules.ts'
import type { DownloadLink, UploadLink } from './schemas.ts'

const createLink = (
  ctx: Context,
  id: string,
  { purpose, permission }: { purpose: 'upload' | 'download'; permission: Permission },
): Promise<Omit<UploadLink, 'method'>> =>
  transact(ctx, permission, async (tx) => {
    const attachment = await loadAttachment(tx, id)
    attachmentStatusAfter(purpose, attachment.status)
    return issueLink(tx, purpose, { type: 'attachment', id })
  })

/** Where the bytes of an announced file are to be sent, for a quarter of an hour. */
export const createUploadLink = async (
  ctx: Context,
  { id }: { id: string },
): Promise<UploadLink> => ({
  method: 'PUT',
  ...(await createLink(ctx, id, { purpose: 'upload', permission: 'attachments:write' })),
})

/** Where a file can be fetched from, for five minutes. */
export const createDownloadLink = async (
  ctx: Context,
  { id }: { id: string },
): Promise<DownloadLink> => ({
  method: 'GET',
  ...(await createLink(ctx, id, { purpose: 'download', permission: 'attachments:read' })),
})
