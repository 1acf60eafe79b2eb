import { DomainError } from '../core/errors.ts'
import type { Transaction } from '../core/transaction.ts'

/** How long a key answers for its request: 24 hours. */
export const KEY_LIFETIME_MS = 24 * 3_600_000

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
  const lock = `${tx.tenantId}/${clientId}/${key}`
  const [found] = await tx.sql<StoredKey>(CLAIM, [lock, tx.tenantId, clientId, key])
  if (!found?.claimed) {
    throw new DomainError(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still running.',
      { retryAfterSeconds: 1 },
    )
  }
  if (found.createdAt === null) return undefined
  if (found.createdAt.getTime() <= tx.now.getTime() - KEY_LIFETIME_MS) {
    await tx.sql(FORGET, [tx.tenantId, clientId, key])
    return undefined
  }
  if (found.fingerprint !== fingerprint) {
    throw new DomainError(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another method, path or body. Use a new key for a new request.',
    )
  }
  return { status: found.status, body: tx.platform.cipher.open(found.ciphertext, PURPOSE) }
}

/** Binds the ciphertext of stored responses to their use. */
export const PURPOSE = 'idempotency'

interface StoredKey {
  claimed: boolean
  /** Null when the key is new. */
  createdAt: Date | null
  fingerprint: string
  status: number
  ciphertext: string
}

/**
 * A response that commits between this statement's snapshot and its lock is not seen here: storing
 * a second one then violates the primary key, and the caller is told to retry.
 */
const CLAIM = `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS claimed,
    k.created_at AS "createdAt", k.fingerprint, k.status, k.ciphertext
  FROM (VALUES (true)) AS one LEFT JOIN idempotency_keys k
    ON k.tenant_id = $2 AND k.client_id = $3 AND k.key = $4`

const FORGET = `DELETE FROM idempotency_keys WHERE tenant_id = $1 AND client_id = $2 AND key = $3`
