import type { Context } from '#platform/core/context/context.ts'
import { createLink } from './create-link.ts'
import type { DownloadLink } from './schemas.ts'

/** Where a file can be fetched from, for five minutes. */
export const createAttachmentDownloadLink = async (
  ctx: Context,
  { id }: { id: string },
): Promise<DownloadLink> => ({
  method: 'GET',
  ...(await createLink(ctx, id, 'download')),
})
