import type { Context } from '#platform/core/context/context.ts'
import { createLink } from './create-link.ts'
import type { UploadLink } from './schemas.ts'

/** An upload link for an announced file. It lasts a quarter of an hour. */
export const createAttachmentUploadLink = async (
  ctx: Context,
  { id }: { id: string },
): Promise<UploadLink> => ({
  method: 'PUT',
  ...(await createLink(ctx, id, 'upload')),
})
