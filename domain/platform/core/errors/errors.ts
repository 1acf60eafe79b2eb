import type { ErrorCode } from './error-codes.ts'
import type { Issue, IssueCode } from '../input/issue.ts'

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
