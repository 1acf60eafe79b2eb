import type { Context } from '#platform/core/context/context.ts'
import { createLink } from './create-link.ts'
import type { UploadLink } from './schemas.ts'

/** Where the bytes of an announced file are to be sent, for a quarter of an hour. */
export const createAttachmentUploadLink = async (
  ctx: Context,
  { id }: { id: string },
): Promise<UploadLink> => ({
  method: 'PUT',
  ...(await createLink(ctx, id, 'upload')),
})
