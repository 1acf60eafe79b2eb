import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { outOfResources } from '#platform/core/errors/database-errors.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { shortageOf } from '#platform/core/errors/shortages.ts'

/** The HTTP status of every error code, for the pipeline and the document. */
export const PROBLEMS: Record<ErrorCode, { status: ContentfulStatusCode; title: string }> = {
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_http: { status: 400, title: 'The request is not well-formed HTTP' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  body_incomplete: { status: 400, title: 'The body ended early' },
  invalid_cursor: { status: 400, title: 'The cursor is not valid' },
  invalid_grant: { status: 400, title: 'The grant is not valid' },
  invalid_client: { status: 401, title: 'The client could not be authenticated' },
  invalid_scope: { status: 400, title: 'The scope is not valid' },
  unsupported_grant_type: { status: 400, title: 'The grant type is not supported' },
  invalid_reference: { status: 400, title: 'The request names an unknown record' },
  signature_refused: { status: 400, title: 'The signature is not known' },
  address_refused: { status: 400, title: 'The address is not allowed' },
  unauthenticated: { status: 401, title: 'A valid access token is needed' },
  insufficient_scope: { status: 403, title: 'The token does not allow this' },
  second_person_required: { status: 403, title: 'Another person must do this' },
  other_browser: { status: 403, title: 'Another browser requested this' },
  sso_refused: { status: 403, title: 'The sign-in was not accepted' },
  delegation_not_allowed: { status: 403, title: 'Delegated access is not allowed' },
  sso_required: { status: 403, title: 'The centre requires single sign-on' },
  passkey_refused: { status: 403, title: 'The passkey was not accepted' },
  second_factor_required: { status: 403, title: 'A second factor is needed' },
  step_up_required: { status: 403, title: 'A fresh proof of identity is needed' },
  insufficient_role: { status: 403, title: 'Your roles do not allow this' },
  user_required: { status: 403, title: 'Only a signed-in user can do this' },
  centre_suspended: { status: 403, title: 'The centre is suspended' },
  cross_site_request: { status: 403, title: 'The request comes from another site' },
  wrong_signer: { status: 403, title: 'Another person must sign this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  slot_taken: { status: 409, title: 'The slot is taken' },
  slot_unavailable: { status: 409, title: 'The centre does not offer this time' },
  hold_expired: { status: 409, title: 'The hold has expired' },
  invalid_transition: { status: 409, title: 'The state does not allow this' },
  already_exists: { status: 409, title: 'The record already exists' },
  hold_booked: { status: 409, title: 'The hold is booked' },
  start_passed: { status: 409, title: 'The start has passed' },
  nothing_to_confirm: { status: 409, title: 'Nothing awaits confirmation' },
  occurrence_closed: { status: 409, title: 'The occurrence is closed' },
  series_over: { status: 409, title: 'The series is over' },
  place_free: { status: 409, title: 'A place is free' },
  already_waiting: { status: 409, title: 'The child is already waiting' },
  last_owner: { status: 409, title: 'The centre needs an owner' },
  role_in_use: { status: 409, title: 'Users have this role' },
  already_signed_in: { status: 409, title: 'A session is already open' },
  no_passkey: { status: 409, title: 'The user has no passkey' },
  currency_in_use: { status: 409, title: 'There are prices in another currency' },
  test_centre_required: { status: 409, title: 'Only test centres allow this' },
  agents_off: { status: 409, title: 'Agents are switched off' },
  group_closed: { status: 409, title: 'The group is closed' },
  group_under_way: { status: 409, title: 'The group has started' },
  nothing_to_charge: { status: 409, title: 'There is no fee to charge' },
  nothing_to_waive: { status: 409, title: 'There is no fee to waive' },
  fee_paid: { status: 409, title: 'The fee is paid' },
  appointment_paid: { status: 409, title: 'The appointment is paid' },
  payment_in_flight: { status: 409, title: 'A payment is in progress' },
  payment_settled: { status: 409, title: 'The payment is settled' },
  order_invoiced: { status: 409, title: 'The order is on an invoice' },
  order_not_invoiceable: { status: 409, title: 'The order cannot be invoiced' },
  invoice_not_issued: { status: 409, title: 'The invoice is not issued' },
  nothing_to_credit: { status: 409, title: 'Nothing is left to credit' },
  appointment_covered: { status: 409, title: 'A package covers the appointment' },
  discount_code_refused: { status: 409, title: 'The discount code cannot be used' },
  credit_exceeded: { status: 409, title: 'The credit is not sufficient' },
  package_in_use: { status: 409, title: 'Sessions of the package were used' },
  no_paid_sessions: { status: 409, title: 'No session was paid' },
  nothing_to_write_off: { status: 409, title: 'No amount is due' },
  e_invoice_incomplete: { status: 409, title: 'The e-invoice would be incomplete' },
  payment_exceeds_order: { status: 409, title: 'The amount exceeds the order' },
  order_paid_in_part: { status: 409, title: 'The order is partly paid' },
  refund_exceeds_payment: { status: 409, title: 'The amount exceeds the payment' },
  payment_disputed: { status: 409, title: 'The payment is disputed' },
  period_locked: { status: 409, title: 'The period of the books is locked' },
  period_open: { status: 409, title: 'Appointments of the period are open' },
  payment_not_delivered: { status: 409, title: 'The visit has not taken place' },
  dispute_not_answerable: { status: 409, title: 'The dispute cannot be answered this way' },
  payout_account_not_payable: { status: 409, title: 'No payout account is ready' },
  settlement_in_progress: { status: 409, title: 'A settlement is still open' },
  payment_already_settled: { status: 409, title: 'The payment is already settled' },
  nothing_to_settle: { status: 409, title: 'There is nothing to settle' },
  split_terms_missing: { status: 409, title: 'There are no split terms' },
  payments_not_accepted: { status: 409, title: 'Payments are not accepted' },
  event_of_another_account: { status: 409, title: 'The event belongs to another account' },
  sandbox_not_allowed: { status: 409, title: 'The sandbox is for test centres' },
  nothing_to_pay: { status: 409, title: 'There is nothing to pay' },
  appointment_not_chargeable: { status: 409, title: 'The appointment cannot be charged' },
  appointments_overlap: { status: 409, title: 'Appointments overlap' },
  milestone_not_recorded: { status: 409, title: 'The milestone is not on record' },
  delays_overlap: { status: 409, title: 'Delays overlap' },
  no_open_delay: { status: 409, title: 'There is no current delay' },
  program_running: { status: 409, title: 'The child already has a running program' },
  authorization_overlaps: { status: 409, title: 'Authorizations overlap' },
  trail_altered: { status: 409, title: 'The audit trail was altered' },
  upload_too_slow: { status: 409, title: 'The upload took too long' },
  api_key_revoked: { status: 409, title: 'The API key is revoked' },
  record_altered: { status: 409, title: 'A signed record was altered' },
  note_empty: { status: 409, title: 'The note is empty' },
  note_incomplete: { status: 409, title: 'The note is incomplete' },
  note_signed: { status: 409, title: 'The note is signed' },
  form_not_published: { status: 409, title: 'The form is not published' },
  plan_not_published: { status: 409, title: 'The plan is not published' },
  onboarding_running: { status: 409, title: 'The applicant already has a running onboarding' },
  lead_incomplete: { status: 409, title: 'Something about the family is missing' },
  lead_offered: { status: 409, title: 'The lead is already offered' },
  nobody_to_ask: { status: 409, title: 'No provider is left to ask' },
  record_archived: { status: 409, title: 'The record is archived' },
  license_not_verified: { status: 409, title: 'The license is not verified' },
  license_expired: { status: 409, title: 'The license has expired' },
  license_not_checkable: { status: 409, title: 'No registry is available' },
  domain_not_proved: { status: 409, title: 'The domain has not been proved' },
  nothing_to_publish: { status: 409, title: 'Nothing has changed' },
  person_erased: { status: 409, title: 'The person is erased' },
  message_not_kept: { status: 409, title: 'The text of the message is not stored' },
  message_undeliverable: { status: 409, title: 'The message cannot be sent' },
  endpoint_inactive: { status: 409, title: 'The endpoint is not active' },
  too_many_secrets: { status: 409, title: 'The maximum number of secrets is in use' },
  retention_applies: { status: 409, title: 'The law requires this data to be kept' },
  erasure_blocked: { status: 409, title: 'Some matters are still open' },
  erasure_open: { status: 409, title: 'An erasure is already pending' },
  in_caseload: { status: 409, title: 'The child is in the caseload' },
  record_in_use: { status: 409, title: 'The record is still needed' },
  time_zone_in_use: { status: 409, title: 'Something ahead is in this time zone' },
  provider_has_appointments: { status: 409, title: 'The provider has appointments' },
  too_many_custom_fields: { status: 409, title: 'There are too many custom fields' },
  child_discharged: { status: 409, title: 'The child was discharged' },
  child_merged: { status: 409, title: 'The record was merged into another' },
  processing_restricted: { status: 409, title: 'Processing of the person’s data is restricted' },
  group_full: { status: 409, title: 'The group is full' },
  consent_missing: { status: 409, title: 'A consent is missing' },
  file_missing: { status: 410, title: 'The bytes of the file are missing' },
  file_refused: { status: 422, title: 'The file was refused' },
  precondition_failed: { status: 412, title: 'The record has changed' },
  idempotency_in_progress: { status: 409, title: 'The first request is still running' },
  idempotency_mismatch: { status: 422, title: 'The Idempotency-Key was used for another request' },
  version_sunset: { status: 410, title: 'The version was shut down' },
  link_revoked: { status: 410, title: 'The link is revoked' },
  export_expired: { status: 410, title: 'The export has expired' },
  link_used: { status: 410, title: 'The link has already been used' },
  link_expired: { status: 410, title: 'The link has expired' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  rate_limited: { status: 429, title: 'Too many requests' },
  ai_budget_exhausted: { status: 429, title: 'The budget of the model is used up' },
  service_unavailable: { status: 503, title: 'Temporarily unavailable' },
  timed_out: { status: 503, title: 'The request took too long to process' },
  identity_provider_unavailable: { status: 503, title: 'The identity provider did not answer' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
}

/** The body of every error: RFC 9457 with a stable `code`. */
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

/** Converts any error to a DomainError. Unexpected errors reveal no details. */
export const asDomainError = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error
  if (shortageOf(error)) return outOfResources(error)
  return new DomainError(
    'internal_error',
    'The request was not carried out. Retry it with the same Idempotency-Key.',
    { cause: error },
  )
}

/** The path of a request as a valid URI reference (RFC 9457). Characters that a URI does not allow are escaped. */
export const instanceOf = (url: string): string =>
  new URL(url).pathname.replace(/[|^[\]\\]|%(?![0-9a-f]{2})/gi, encodeURIComponent)

export const problemOf = (
  error: DomainError,
  { publicUrl, path, requestId }: { publicUrl: string; path: string; requestId: string },
): Problem => {
  const { status, title } = PROBLEMS[error.code]
  return {
    ...error.extra,
    type: new URL(`/docs/errors#${error.code}`, publicUrl).href,
    title,
    status,
    detail: error.message,
    instance: path,
    code: error.code,
    requestId,
    errors: error.issues,
  }
}
