import { createHash } from 'node:crypto'
import type { Actor } from '#platform/core/access/permissions.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import {
  claimKey,
  findStored,
  type KeyedRequest,
  type StoredResponse,
} from '#platform/idempotency/claim-key.ts'
import { storeResponse } from '#platform/idempotency/store-response.ts'

export { claimKey, findStored, storeResponse, type KeyedRequest, type StoredResponse }

/** The Idempotency-Key of the request, or `undefined` if there is none. */
export const idempotencyKey = (request: Request): string | undefined => {
  const header = request.headers.get('idempotency-key')
  if (header === null) return undefined
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = 'must be 1 to 255 visible ASCII characters'
    throw new DomainError('validation_failed', `Idempotency-Key ${message}.`, {
      issues: [{ path: 'Idempotency-Key', code: 'invalid_format', message }],
    })
  }
  return key
}

/**
 * Whose keys these are: the caller's, or the delegated key's, because a program must not receive the response to
 * a request that its person sent.
 */
export const keyHolderOf = ({ id, through, isDelegated }: Actor): string =>
  isDelegated && through ? through : id

/** The key together with the fingerprint of the request. */
export const keyedRequest = (
  request: Request,
  clientId: string,
  rawBody: string,
): KeyedRequest | undefined => {
  const key = idempotencyKey(request)
  if (key === undefined) return undefined
  const { pathname, search } = new URL(request.url)
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${pathname}${search}\n${rawBody}`)
    .digest('base64url')
  return { clientId, key, fingerprint }
}
