import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { insertProviderDocument } from './insert-provider-document.ts'
import {
  toProviderDocument,
  type CreateProviderDocument,
  type ProviderDocument,
} from './schemas.ts'

/** Announces a file of a provider. Its bytes are uploaded through the link of `/upload-link`. */
export const createProviderDocument = (
  ctx: Context,
  input: CreateProviderDocument,
): Promise<ProviderDocument> =>
  transact(ctx, 'provider-documents:write', async (tx) => {
    const id = newId('providerDocument')
    return toProviderDocument(await insertProviderDocument(tx, { id, ...input, status: 'PENDING' }))
  })
