import { insertStatement } from '../core/insert-statement.ts'
import type { Transaction } from '../core/transaction.ts'
import { PURPOSE, type KeyedRequest, type StoredResponse } from './claim-key.ts'

/** Keeps the response of a keyed request. It commits with the effect, or not at all. */
export const storeResponse = (
  tx: Transaction,
  request: KeyedRequest,
  response: StoredResponse,
): void => {
  const ciphertext = tx.platform.cipher.seal(response.body, PURPOSE)
  tx.atCommit(STORE, [
    tx.tenantId,
    request.clientId,
    request.key,
    request.fingerprint,
    response.status,
    ciphertext,
    tx.now,
  ])
}

const STORE = insertStatement('idempotency_keys', [
  'tenant_id',
  'client_id',
  'key',
  'fingerprint',
  'status',
  'ciphertext',
  'created_at',
])
