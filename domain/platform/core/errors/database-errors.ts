import { CONSTRAINTS, type DeclaredConstraint } from '#vocabulary/resources.ts'
import type { ErrorCode } from './error-codes.ts'
import { DomainError, processingRestricted } from './errors.ts'
import { shortageOfCode } from './shortages.ts'
import { STATEMENT_TIMEOUT_MS } from '../sql/statement-timeout-ms.ts'

/** The error for a violated constraint; see `constraints` of a resource. */
export const violated = (constraint: DeclaredConstraint): DomainError => {
  const { code, message, path, extra, retryAfterSeconds } = CONSTRAINTS[constraint]
  return new DomainError(code, message, {
    ...(path !== undefined && {
      issues: [{ path, code: code === 'invalid_reference' ? code : 'already_exists', message }],
    }),
    ...(extra && { extra }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** Violations of other constraints are defects. */
const isDeclared = (constraint: string): constraint is DeclaredConstraint =>
  Object.hasOwn(CONSTRAINTS, constraint)

/** Temporary failures, and the errors that they become. */
interface Postponement {
  fits: (failure: Required<Pick<DatabaseFailure, 'code' | 'message'>>) => boolean
  refusal: (cause: unknown) => DomainError
}

const later =
  (code: ErrorCode, why: string, retryAfterSeconds: number) =>
  (cause: unknown): DomainError =>
    new DomainError(code, `${why} No changes were made. Retry with the same Idempotency-Key.`, {
      retryAfterSeconds,
      cause,
    })

/** Connections (class 08), shutdown and recovery (57P0x), the network, and Prisma's codes for these. */
const UNREACHABLE =
  /^(08(?!P01)...|57P0[1-5]|P10(01|02|08|17)|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** pg reports these without a code. */
const DISCONNECTED = /Connection terminated|Client has encountered a connection error|not queryable/

/**
 * The first match applies. Class 53 (shortages.ts) is temporary too. Everything else is a permanent defect, for
 * example a protocol violation (08P01) or a statement that is too large (class 54).
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const POSTPONEMENTS: readonly Postponement[] = [
  {
    // query_canceled, caused by pg_cancel_backend.
    fits: ({ code, message }) => code === '57014' && message.includes('user request'),
    refusal: later('service_unavailable', 'An operator of the platform stopped this work.', 10),
  },
  {
    // query_canceled, caused by statement_timeout.
    fits: ({ code }) => code === '57014',
    refusal: later(
      'timed_out',
      `The request took longer than the limit of ${STATEMENT_TIMEOUT_MS / 1_000} seconds. Request less data at once, such as a shorter period or fewer records.`,
      10,
    ),
  },
  {
    // idle_in_transaction_session_timeout, transaction_timeout.
    fits: ({ code }) => /^25P0[34]$/.test(code),
    refusal: later('timed_out', 'The platform was too busy to finish in time.', 10),
  },
  {
    // serialization_failure, deadlock_detected, lock_not_available.
    fits: ({ code }) => /^(40001|40P01|55P03)$/.test(code),
    refusal: later('service_unavailable', 'Other requests are changing the same records.', 2),
  },
  {
    fits: ({ message }) => message.includes('timeout exceeded when trying to connect'),
    refusal: later('service_unavailable', 'No database connection is free.', 2),
  },
  {
    fits: ({ code, message }) => UNREACHABLE.test(code) || DISCONNECTED.test(message),
    refusal: later('service_unavailable', 'The database is not reachable.', 2),
  },
]

interface DatabaseFailure {
  code?: string
  constraint?: string
  message?: string
}

/** Converts an error of pg or Prisma to a DomainError if callers can act on it. */
export const translateDatabaseError = (error: unknown): unknown => {
  if (error instanceof DomainError) return error
  const failure = databaseFailure(error)
  if (!failure) return error
  if (failure.constraint && isDeclared(failure.constraint)) return violated(failure.constraint)
  if (failure.code === '42501' && failure.message?.includes('policy "caseload"'))
    return new DomainError(
      'insufficient_scope',
      'Your access is limited to a provider or to locations, so you can write only for their children and providers. Ask a person who works for the whole centre, or use a key of the centre.',
    )
  if (failure.code === '42501' && failure.message?.includes('policy "location'))
    return ofAnotherLocation()
  if (failure.code === '42501' && failure.message?.includes('policy "glass"')) return seenByGlass()
  if (failure.code === '42501' && failure.message?.includes('policy "team"')) return ofAColleague()
  if (failure.code === PROCESSING_RESTRICTED) return restrictionNamed(failure)
  if (shortageOfCode(failure.code ?? '')) return outOfResources(error)
  const { code = '', message = '' } = failure
  return POSTPONEMENTS.find(({ fits }) => fits({ code, message }))?.refusal(error) ?? error
}

/**
 * Whether PostgreSQL rolled a transaction back in favour of another one (docs/decisions/0154). A retry runs
 * after the other one.
 */
export const gaveWay = (error: unknown): boolean =>
  error instanceof DomainError && GAVE_WAY.has(databaseFailure(error.cause)?.code ?? '')

/** deadlock_detected and serialization_failure. */
const GAVE_WAY = new Set(['40P01', '40001'])

/** The error for writing a record that everybody may read but that also belongs to another location. */
export const ofAnotherLocation = (): DomainError =>
  new DomainError(
    'insufficient_role',
    'Your access is limited to locations of the centre, but this record also involves other locations. Ask a person of the other location, or one who works for the whole centre.',
  )

/** For the error that `therapy.refuse_by_glass` raises. */
const seenByGlass = (): DomainError =>
  new DomainError(
    'insufficient_scope',
    'You see this child through break-glass access. This access opens the records for some hours, but does not allow you to decide who can see the child. Ask a person who manages the care team.',
  )

/** For the error that `therapy.keep_to_team` raises. */
const ofAColleague = (): DomainError =>
  new DomainError(
    'insufficient_scope',
    'Your access is limited to a provider, so you can write hours, absences, licenses, groups and records only for this provider and the provider’s supervisees. Ask a person who works for the whole centre, or use a key of the centre.',
  )

/** An operator must free resources, which takes longer than a restart, so callers retry later. */
export const outOfResources = (cause: unknown): DomainError =>
  new DomainError(
    'service_unavailable',
    'The platform is temporarily out of a resource. Retry with the same Idempotency-Key.',
    { retryAfterSeconds: 5, cause },
  )

/** The SQLSTATE that `therapy.refuse_restricted` raises. */
const PROCESSING_RESTRICTED = 'PR018'

const restrictionNamed = ({ message = '' }: DatabaseFailure): DomainError => {
  const [, personId, restrictionId] = /of (\w+) is restricted by (\w+)/.exec(message)!
  return processingRestricted(personId!, restrictionId!)
}

/**
 * The database's failure inside an error. pg throws it directly; Prisma's driver adapter wraps it
 * (`meta.driverAdapterError.cause`).
 */
const databaseFailure = (error: unknown): DatabaseFailure | undefined => {
  if (!(error instanceof Error)) return undefined
  const wrapped = (error as WrappedByPrisma).meta?.driverAdapterError?.cause
  if (wrapped) {
    // A broken connection has only a code of Prisma and none of PostgreSQL.
    const { originalCode: code = codeOf(error), originalMessage: message = '' } = wrapped
    const constraint = /constraint "([^"]+)"/.exec(message)?.[1]
    return { ...(code && { code }), message, ...(constraint && { constraint }) }
  }
  return error
}

const codeOf = (error: Error) =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined

interface WrappedByPrisma {
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; originalMessage?: string } } }
}
