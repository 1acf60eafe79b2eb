import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { outOfResources } from '#platform/core/database-errors.ts'
import { DomainError, type ErrorCode, type Issue } from '#platform/core/errors.ts'
import { shortageOf } from '#platform/core/shortages.ts'

/** The HTTP face of every error code: one place, read by the pipeline and by the document. */
export const PROBLEMS: Record<ErrorCode, { status: ContentfulStatusCode; title: string }> = {
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  body_incomplete: { status: 400, title: 'The body ended early' },
  invalid_cursor: { status: 400, title: 'The cursor is not valid' },
  invalid_grant: { status: 400, title: 'The grant is not valid' },
  invalid_client: { status: 401, title: 'The client could not be authenticated' },
  invalid_scope: { status: 400, title: 'The scope is not valid' },
  unsupported_grant_type: { status: 400, title: 'The grant type is not supported' },
  invalid_reference: { status: 400, title: 'The request names an unknown record' },
  address_refused: { status: 400, title: 'The address is not allowed' },
  unauthenticated: { status: 401, title: 'A valid access token is needed' },
  insufficient_scope: { status: 403, title: 'The token does not allow this' },
  wrong_signer: { status: 403, title: 'This is not yours to sign' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  slot_taken: { status: 409, title: 'The slot is taken' },
  slot_unavailable: { status: 409, title: 'The centre does not offer this time' },
  hold_expired: { status: 409, title: 'The hold has expired' },
  invalid_transition: { status: 409, title: 'The state does not allow this' },
  already_exists: { status: 409, title: 'It exists already' },
  conflict: { status: 409, title: 'The request conflicts with the record' },
  merged: { status: 409, title: 'The record was merged into another' },
  processing_restricted: { status: 409, title: 'Processing of the person’s data is restricted' },
  group_full: { status: 409, title: 'The group is full' },
  consent_missing: { status: 409, title: 'A consent is missing' },
  file_missing: { status: 410, title: 'The bytes of the file are missing' },
  file_refused: { status: 422, title: 'The file is refused' },
  precondition_failed: { status: 412, title: 'The record has changed' },
  idempotency_in_progress: { status: 409, title: 'The first request is still running' },
  idempotency_mismatch: { status: 422, title: 'The Idempotency-Key was used for another request' },
  gone: { status: 410, title: 'Gone' },
  link_used: { status: 410, title: 'The link was used' },
  link_expired: { status: 410, title: 'The link has expired' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  rate_limited: { status: 429, title: 'Too many requests' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
}

/** The body of every error: RFC 9457, with a stable `code`. */
export interface Problem {
  type: string
  title: string
  status: ContentfulStatusCode
  detail: string
  instance: string
  code: ErrorCode
  requestId: string
  errors: Issue[]
  [extra: string]: unknown
}

/** What went wrong, as a DomainError. Anything that we did not throw on purpose tells no details. */
export const asDomainError = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error
  if (shortageOf(error)) return outOfResources(error)
  return new DomainError(
    'internal_error',
    'The request was not carried out. Retry it with the same Idempotency-Key.',
    { cause: error },
  )
}

/** The path of a request as RFC 9457 wants it: a URI reference, whatever the client sent. */
export const instanceOf = (url: string): string =>
  new URL(url).pathname.replace(/[|^[\]\\]|%(?![0-9a-f]{2})/gi, encodeURIComponent)

export const problemOf = (
  error: DomainError,
  { path, requestId }: { path: string; requestId: string },
): Problem => {
  const { status, title } = PROBLEMS[error.code]
  return {
    ...error.extra,
    type: `/docs/errors#${error.code}`,
    title,
    status,
    detail: error.message,
    instance: path,
    code: error.code,
    requestId,
    errors: error.issues,
  }
}
