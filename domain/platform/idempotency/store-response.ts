import type { Transaction } from '../core/transactions/transaction.ts'
import { PURPOSE, type KeyedRequest, type StoredResponse } from './claim-key.ts'

/** Stores the response of a request with a key, in the transaction of its effect. */
export const storeResponse = (
  tx: Transaction,
  request: KeyedRequest,
  response: StoredResponse,
): void => {
  const ciphertext = tx.platform.cipher.seal(response.body, PURPOSE)
  tx.insertAtCommit('idempotency_keys', {
    tenantId: tx.tenantId,
    clientId: request.clientId,
    key: request.key,
    fingerprint: request.fingerprint,
    status: response.status,
    ciphertext,
    createdAt: tx.now,
  })
}
