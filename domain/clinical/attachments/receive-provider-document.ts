import type { OutsideContext } from '#platform/core/context.ts'
import { newId } from '#platform/core/ids.ts'
import type { Needs } from '#platform/core/permissions.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { OF_PROVIDER } from './file-kind-of.ts'
import { insertProviderDocument } from './insert-provider-document.ts'
import type { Upload } from '#platform/files/store-bytes.ts'
import { keepBytes } from './keep-bytes.ts'
import type { CreateProviderDocument } from './schemas.ts'

/** What is done with a document in the transaction that records it. */
interface Receiving<Done> {
  /** What allows it: a one-time link grants its own permission alone. */
  needs: Needs
  settle: (tx: Transaction, documentId: string) => Promise<Done>
}

/**
 * Keeps a provider's document that arrives together with what it is, as on a page that a link leads to.
 * The caller reserves room for it (`UploadBudget`).
 */
export const receiveProviderDocument = <Done>(
  ctx: OutsideContext,
  input: CreateProviderDocument,
  upload: Upload,
  { needs, settle }: Receiving<Done>,
): Promise<Done> => {
  const id = newId('providerDocument')
  const file = { tenantId: ctx.tenantId, id, contentType: input.contentType }
  return keepBytes(ctx, file, upload, (stored) =>
    transact(ctx, needs, async (tx) => {
      const row = await insertProviderDocument(tx, { id, ...input, ...stored(tx), status: 'READY' })
      OF_PROVIDER.added(tx, row)
      return settle(tx, id)
    }),
  )
}
