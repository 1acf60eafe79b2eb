import type { Context } from '#platform/core/context/context.ts'
import { createLink } from './create-link.ts'
import type { DownloadLink } from './schemas.ts'

/** A download link that lasts five minutes. */
export const createAttachmentDownloadLink = async (
  ctx: Context,
  { id }: { id: string },
): Promise<DownloadLink> => ({
  method: 'GET',
  ...(await createLink(ctx, id, 'download')),
})
