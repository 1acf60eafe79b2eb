import type { OutsideContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { storeBytes, type Upload } from '#platform/files/store-bytes.ts'
import { formatOf, shownName, type KnowledgeFormat } from './rules.ts'
import type { ReceivedDocument } from './schemas.ts'

/** Stores an uploaded file if its format can be read. */
export const receiveDocument = async (
  ctx: OutsideContext,
  sent: { name: string; chunks: Upload['chunks'] },
): Promise<ReceivedDocument> => {
  const name = shownName(sent.name)
  const id = newId('knowledgeDocument')
  let format: KnowledgeFormat = 'TEXT'
  const file = { tenantId: ctx.tenantId, id, contentType: 'application/octet-stream' }
  const stored = await storeBytes(ctx, file, { chunks: sent.chunks }, (content) => {
    format = formatOf(content, name)
  })
  return { ...stored, id, name, format }
}
