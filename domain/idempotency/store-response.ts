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

/** Only an expired row can be in the way: live ones were found when the key was claimed. */
const STORE = `INSERT INTO idempotency_keys (tenant_id, client_id, key, fingerprint, status, ciphertext, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (tenant_id, client_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
    ciphertext = excluded.ciphertext, created_at = excluded.created_at`
