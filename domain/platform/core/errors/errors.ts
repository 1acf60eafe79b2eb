import type { Issue, IssueCode } from '../input/issue.ts'

/**
 * Every failure that a caller can be told of. Stable: clients branch on these codes. How a code
 * becomes a status is the transport's business (api/http/problem.ts).
 */
export const ERROR_CODES = [
  // What was sent
  'malformed_http',
  'headers_too_large',
  'request_timeout',
  'validation_failed',
  'malformed_json',
  'body_incomplete',
  'invalid_cursor',
  'invalid_grant',
  'invalid_client',
  'invalid_scope',
  'unsupported_grant_type',
  'invalid_reference',
  'address_refused',
  'signature_refused',
  // Who sent it
  'unauthenticated',
  'insufficient_scope',
  'insufficient_role',
  'cross_site_request',
  'centre_suspended',
  'wrong_signer',
  'second_person_required',
  'other_browser',
  'sso_refused',
  'sso_required',
  'delegation_not_allowed',
  'passkey_refused',
  'second_factor_required',
  'step_up_required',
  // What it meets
  'not_found',
  'method_not_allowed',
  'slot_taken',
  'slot_unavailable',
  'group_full',
  'hold_expired',
  'invalid_transition',
  'already_exists',
  // …one code for each thing that stands in the way
  'hold_booked',
  'start_passed',
  'nothing_to_confirm',
  'occurrence_closed',
  'series_over',
  'place_free',
  'already_waiting',
  'last_owner',
  'role_in_use',
  'no_passkey',
  'already_signed_in',
  'currency_in_use',
  'agents_off',
  'test_centre_required',
  'group_closed',
  'group_under_way',
  'nothing_to_charge',
  'nothing_to_waive',
  'fee_paid',
  'appointment_paid',
  'payment_in_flight',
  'payment_settled',
  'refund_exceeds_payment',
  'payment_exceeds_order',
  'order_paid_in_part',
  'payment_disputed',
  'dispute_not_answerable',
  'payout_account_not_payable',
  'settlement_in_progress',
  'payment_already_settled',
  'nothing_to_settle',
  'split_terms_missing',
  'order_invoiced',
  'order_not_invoiceable',
  'invoice_not_issued',
  'nothing_to_credit',
  'appointment_covered',
  'package_in_use',
  'credit_exceeded',
  'discount_code_refused',
  'no_paid_sessions',
  'nothing_to_write_off',
  'e_invoice_incomplete',
  'payments_not_accepted',
  'sandbox_not_allowed',
  'event_of_another_account',
  'nothing_to_pay',
  'appointment_not_chargeable',
  'appointments_overlap',
  'milestone_not_recorded',
  'delays_overlap',
  'no_open_delay',
  'program_running',
  'authorization_overlaps',
  'trail_altered',
  'upload_too_slow',
  'api_key_revoked',
  'record_altered',
  'note_empty',
  'note_incomplete',
  'note_signed',
  'form_not_published',
  'plan_not_published',
  'onboarding_running',
  'lead_incomplete',
  'lead_offered',
  'nobody_to_ask',
  'record_archived',
  'license_expired',
  'license_not_checkable',
  'domain_not_proved',
  'license_not_verified',
  'nothing_to_publish',
  'person_erased',
  'message_not_kept',
  'message_undeliverable',
  'endpoint_inactive',
  'too_many_secrets',
  'retention_applies',
  'erasure_blocked',
  'erasure_open',
  'in_caseload',
  'provider_has_appointments',
  'too_many_custom_fields',
  'child_merged',
  'processing_restricted',
  'consent_missing',
  'file_refused',
  'file_missing',
  'precondition_failed',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'version_sunset',
  'link_revoked',
  'export_expired',
  'link_used',
  'link_expired',
  // How much of it
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'ai_budget_exhausted',
  // Us
  'service_unavailable',
  'timed_out',
  'identity_provider_unavailable',
  'internal_error',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

export interface ErrorDetails {
  issues?: Issue[]
  /** Further members of the problem document, such as the transitions allowed. */
  extra?: Record<string, unknown>
  /** Seconds after which the same call may succeed. */
  retryAfterSeconds?: number
  /** What the audit trail of the centre says besides, and the caller is not told. */
  onRecord?: Record<string, unknown>
  cause?: unknown
}

/** The only error that domain code throws on purpose. `message` tells the caller what to do next. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly issues: Issue[]
  readonly extra: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined
  readonly onRecord: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.issues = details.issues ?? []
    this.extra = details.extra ?? {}
    this.retryAfterSeconds = details.retryAfterSeconds
    this.onRecord = details.onRecord
  }
}

/** Codes that say "not now"; every other refusal would be the same at the next try. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  'service_unavailable',
  'timed_out',
  'internal_error',
  'rate_limited',
  'ai_budget_exhausted',
  'identity_provider_unavailable',
  'centre_suspended',
])

/** Whether the platform failed, rather than the caller. */
export const isOurs = ({ code }: DomainError): boolean => OURS.has(code)

const OURS: ReadonlySet<ErrorCode> = new Set(['service_unavailable', 'timed_out', 'internal_error'])

/** Whether an error would be the same at the next try. */
export const isPermanent = ({ code }: DomainError): boolean => !TRANSIENT.has(code)

/** Whether a call was refused for good. After any other error its transaction may have committed. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && isPermanent(error)

/** The same answer for an id that never was and for another tenant's. */
export const notFound = (resource: string) =>
  new DomainError('not_found', `No such ${resource}. Check the id and the centre of your key.`)

/** Nothing is written while the centre is suspended (domain/organization/README.md). */
export const centreSuspended = () =>
  new DomainError(
    'centre_suspended',
    'This centre is suspended: its owners can read, nobody can write, and API keys are refused. An owner finds the reason at GET /v1/organization; the operator of the platform resumes it.',
  )

/** Nothing comes into a centre that is removed: follow-ups and workflows end by this (domain/organization/README.md). */
export const centreClosed = () => new DomainError('not_found', 'The centre is closed.')

/** A member of the body names a record that the tenant does not have. */
export const invalidReference = (path: string, resource: string) =>
  new DomainError('invalid_reference', `${path} names no ${resource} of this centre.`, {
    issues: [{ path, code: 'invalid_reference', message: `No such ${resource}` }],
  })

/** One member of the input is wrong for a reason that no schema can state. */
export const invalid = (path: string, code: IssueCode, message: string) =>
  new DomainError('validation_failed', message, { issues: [{ path, code, message }] })

/** A member of the body is required, for a reason that no schema can state. */
export const missing = (path: string) =>
  new DomainError('validation_failed', `${path}: is required.`, {
    issues: [{ path, code: 'required', message: 'is required' }],
  })

/** What is held of a person is only kept (Art. 18 GDPR; domain/vocabulary/person-table.ts). */
export const processingRestricted = (personId: string, restrictionId: string) =>
  new DomainError(
    'processing_restricted',
    `Processing of the data of ${personId} is restricted: it is kept as it is. Lift ${restrictionId} first, or end what runs.`,
    { extra: { personId, restrictionId } },
  )

/** The same for callers without a key, by an address or a link: it names no ids. */
export const processingIsRestricted = (what: string) =>
  new DomainError('processing_restricted', `${what} for now. Ask the centre.`)
