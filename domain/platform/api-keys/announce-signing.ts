import type { Transaction } from '../core/transactions/transaction.ts'
import { apiKeyEvents } from './events.ts'
import { SIGNING_SCOPE, type Signing } from './rules.ts'

/** Notifies subscribers of a key that can now sign, or that can now sign as another provider. */
export const announceSigning = (
  tx: Transaction,
  before: Signing | undefined,
  { id, scopes, providerId }: Signing & { id: string },
): void => {
  if (!scopes.includes(SIGNING_SCOPE)) return
  if (before?.scopes.includes(SIGNING_SCOPE) && before.providerId === providerId) return
  tx.emit(
    apiKeyEvents['api_key.signing_granted'],
    { type: 'apiKey', id },
    { apiKeyId: id, ...(providerId !== null && { providerId }) },
  )
}
