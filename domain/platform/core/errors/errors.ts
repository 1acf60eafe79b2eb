import type { ErrorCode } from './error-codes.ts'
import type { Issue, IssueCode } from '../input/issue.ts'

export interface ErrorDetails {
  issues?: Issue[]
  /** Additional members of the problem document, such as the allowed transitions. */
  extra?: Record<string, unknown>
  /** The number of seconds after which the same call may succeed. */
  retryAfterSeconds?: number
  /** Additional facts for the centre's audit trail, which the caller does not see. */
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

/** Codes of temporary errors. Every other error would be the same on a retry. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  'service_unavailable',
  'timed_out',
  'internal_error',
  'rate_limited',
  'ai_budget_exhausted',
  'identity_provider_unavailable',
  'centre_suspended',
])

/** Whether the platform caused the error, not the caller. */
export const isOurs = ({ code }: DomainError): boolean => OURS.has(code)

const OURS: ReadonlySet<ErrorCode> = new Set(['service_unavailable', 'timed_out', 'internal_error'])

/** Whether a retry would give the same error. */
export const isPermanent = ({ code }: DomainError): boolean => !TRANSIENT.has(code)

/** Whether a call was refused permanently. After any other error, its transaction may have been committed. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && isPermanent(error)

/** Unknown ids and ids of other tenants get the same response. */
export const notFound = (resource: string) =>
  new DomainError(
    'not_found',
    `No such ${resource}. Check the ID, and that your key belongs to the right centre.`,
  )

/** Nothing is written while the centre is suspended (domain/organization/README.md). */
export const centreSuspended = () =>
  new DomainError(
    'centre_suspended',
    'This centre is suspended: owners can only read, nobody can write, and API keys are refused. An owner can find the reason with GET /v1/organization. Only the platform’s operator can resume the centre.',
  )

/**
 * Nothing is written to a centre that is being removed: follow-ups and workflows end with this error
 * (domain/organization/README.md).
 */
export const centreClosed = () => new DomainError('not_found', 'The centre is closed.')

/** A reference to a record in the archive: it exists, but nothing new can refer to it. */
export const archivedReference = (path: string, resource: string, restoredBy?: string) =>
  new DomainError(
    'invalid_reference',
    `${path} names a ${resource} in the archive. ${restoredBy ? `Restore it first (${restoredBy}), or send` : 'Send'} the ID of another one.`,
    { issues: [{ path, code: 'invalid_reference', message: `This ${resource} is archived` }] },
  )

/** A member of the body refers to a record that the tenant does not have. */
export const invalidReference = (path: string, resource: string) =>
  new DomainError(
    'invalid_reference',
    `${path} is not the ID of an existing ${resource} in this centre. Check the ID.`,
    {
      issues: [{ path, code: 'invalid_reference', message: `No such ${resource}` }],
    },
  )

/** A member of the input is invalid for a reason that no schema can express. */
export const invalid = (path: string, code: IssueCode, message: string) =>
  new DomainError('validation_failed', message, { issues: [{ path, code, message }] })

/** Several members of the input are invalid. The message is about the first. */
export const invalidMembers = (issues: readonly Issue[]): DomainError => {
  const [first] = issues
  return new DomainError('validation_failed', `${first!.path}: ${first!.message}.`, {
    issues: [...issues],
  })
}

/** A member of the body is required for a reason that no schema can express. */
export const missing = (path: string) =>
  new DomainError('validation_failed', `${path}: is required.`, {
    issues: [{ path, code: 'required', message: 'is required' }],
  })

/** Processing of a person's data is restricted (Art. 18 GDPR; domain/vocabulary/person-table.ts). */
export const processingRestricted = (personId: string, restrictionId: string) =>
  new DomainError(
    'processing_restricted',
    `Processing of ${personId}'s data is restricted, so the data cannot be changed. Lift ${restrictionId} first. You can still cancel appointments and withdraw consents.`,
    { extra: { personId, restrictionId } },
  )

/** The same error for callers without a key, who use a URL or a link: it contains no ids. */
export const processingIsRestricted = (what: string) =>
  new DomainError(
    'processing_restricted',
    `${what} for now. If you have questions, contact the centre.`,
  )
