import { DomainError } from '../core/errors.ts'
import type { Transaction } from '../core/transaction.ts'

/** How long a key answers for its request. */
export const KEY_LIFETIME_HOURS = 24

/** A request with an Idempotency-Key: whose key it is, and what was asked. */
export interface KeyedRequest {
  clientId: string
  key: string
  fingerprint: string
}

export interface StoredResponse {
  status: number
  body: string
}

/**
 * Claims the key for this transaction; returns the stored response when the request was carried out
 * before. The lock ends with the transaction, so that a key can never stay claimed without its effect.
 */
export const claimKey = async (
  tx: Transaction,
  request: KeyedRequest,
): Promise<StoredResponse | undefined> => {
  const { clientId, key, fingerprint } = request
  const claimed = tx.sql<{ claimed: boolean }>(CLAIM, [`${tx.tenantId}/${clientId}/${key}`])
  const stored = tx.sql<StoredKey>(FIND, [tx.tenantId, clientId, key, KEY_LIFETIME_HOURS, tx.now])
  const [[lock], [row]] = await Promise.all([claimed, stored])
  if (!lock?.claimed) {
    throw new DomainError(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still running.',
      {
        retryAfterSeconds: 1,
      },
    )
  }
  if (!row) return undefined
  if (row.fingerprint !== fingerprint) {
    throw new DomainError(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another method, path or body. Use a new key for a new request.',
    )
  }
  return { status: row.status, body: tx.platform.cipher.open(row.ciphertext, PURPOSE) }
}

/** Binds the ciphertext of stored responses to their use. */
export const PURPOSE = 'idempotency'

interface StoredKey {
  fingerprint: string
  status: number
  ciphertext: string
}

const CLAIM = `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS claimed`

const FIND = `SELECT fingerprint, status, ciphertext FROM idempotency_keys
  WHERE tenant_id = $1 AND client_id = $2 AND key = $3 AND created_at > $5::timestamptz - make_interval(hours => $4)`
