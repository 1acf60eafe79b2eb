import { DomainError } from '../core/errors/errors.ts'
import type { Reader, Transaction } from '../core/transactions/transaction.ts'
import { KEY_LIFETIME_MS } from './key-lifetime-ms.ts'

/** A request with an Idempotency-Key: who sent it, and its content. */
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
 * Claims the key for this transaction, or returns the stored response if the request was completed before. The
 * lock ends with the transaction, so a key is never claimed without its effect.
 */
export const claimKey = async (
  tx: Transaction,
  request: KeyedRequest,
): Promise<StoredResponse | undefined> => {
  const { clientId, key } = request
  const [found] = await tx.sql<Claim>(CLAIM, [tx.tenantId, clientId, key])
  if (!found?.claimed) {
    throw new DomainError(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still running. Retry shortly.',
      { retryAfterSeconds: 1 },
    )
  }
  if (!isTaken(found)) return undefined
  if (isExpired(found, tx)) {
    await tx.sql(FORGET, [tx.tenantId, clientId, key])
    return undefined
  }
  return responseOf(found, request, tx)
}

/** The stored response of a request that was completed. Claims nothing. */
export const findStored = async (
  reader: Reader,
  request: KeyedRequest,
): Promise<StoredResponse | undefined> => {
  const { clientId, key } = request
  const [found] = await reader.sql<StoredKey>(FIND, [reader.tenantId, clientId, key])
  return found && !isExpired(found, reader) ? responseOf(found, request, reader) : undefined
}

const isExpired = ({ createdAt }: StoredKey, { now }: Reader): boolean =>
  createdAt.getTime() <= now.getTime() - KEY_LIFETIME_MS

const responseOf = (
  found: StoredKey,
  { fingerprint }: KeyedRequest,
  { platform }: Reader,
): StoredResponse => {
  if (found.fingerprint !== fingerprint) {
    throw new DomainError(
      'idempotency_mismatch',
      'This Idempotency-Key was already used with another method, path or body. Use a new Idempotency-Key for a new request.',
    )
  }
  return { status: found.status, body: platform.cipher.open(found.ciphertext, PURPOSE) }
}

/** The purpose to which the ciphertext of stored responses is bound. */
export const PURPOSE = 'idempotency'

interface StoredKey {
  createdAt: Date
  fingerprint: string
  status: number
  ciphertext: string
}

/** What is known of a key. */
type Claim = { claimed: boolean } & { [Member in keyof StoredKey]: StoredKey[Member] | null }

const isTaken = (claim: Claim): claim is Claim & StoredKey => claim.createdAt !== null

const CLAIM = `SELECT claimed, created_at AS "createdAt", fingerprint, status, ciphertext
  FROM therapy.claim_key($1, $2, $3)`

const FIND = `SELECT created_at AS "createdAt", fingerprint, status, ciphertext
  FROM idempotency_keys WHERE tenant_id = $1 AND client_id = $2 AND key = $3`

const FORGET = `DELETE FROM idempotency_keys WHERE tenant_id = $1 AND client_id = $2 AND key = $3`
