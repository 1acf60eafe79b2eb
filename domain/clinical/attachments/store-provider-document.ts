import { attachmentEvents, providerDocumentFacts } from './events.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Upload } from '#platform/files/store-bytes.ts'
import { insertProviderDocument } from './insert-provider-document.ts'
import { storeAnnounced } from './keep-bytes.ts'
import type { CreateProviderDocument } from './schemas.ts'

/** A stored document of a provider that has no record yet. */
interface StoredDocument {
  /** Records the document in the caller's transaction and returns its id. */
  record: (tx: Transaction) => Promise<string>
  /** Removes the document's bytes. `tidyFiles` removes bytes that are neither recorded nor discarded. */
  discard: () => Promise<void>
}

/**
 * Stores a provider's document that arrives together with its metadata, for example from a form behind a link.
 * The caller reserves space for it (`UploadBudget`).
 */
export const storeProviderDocument = async (
  ctx: OutsideContext,
  input: CreateProviderDocument,
  upload: Upload,
): Promise<StoredDocument> => {
  const id = newId('providerDocument')
  const file = { tenantId: ctx.tenantId, id, contentType: input.contentType }
  const { stored, discard } = await storeAnnounced(ctx, file, upload)
  return {
    record: async (tx) => {
      const row = await insertProviderDocument(tx, { id, ...input, ...stored(tx), status: 'READY' })
      tx.emit(
        attachmentEvents['provider_document.added'],
        { type: 'providerDocument', id },
        providerDocumentFacts(row),
      )
      return id
    },
    discard,
  }
}
