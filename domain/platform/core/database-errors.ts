import { CONSTRAINTS, type DeclaredConstraint } from '#vocabulary/resources.ts'
import { DomainError, processingRestricted } from './errors.ts'
import { shortageOfCode } from './shortages.ts'

/** The refusal that a violated constraint means: see `constraints` of a resource. */
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

/** Others than those that resources declare are violated by mistakes of ours. */
const isDeclared = (constraint: string): constraint is DeclaredConstraint =>
  Object.hasOwn(CONSTRAINTS, constraint)

/**
 * PostgreSQL's error codes that say "not now", not "not ever": connection failures (class 08),
 * shutdown and recovery (57P0x), deadlock, statement timeout. A protocol that was violated (08P01) is
 * a defect of ours, and no wait mends it. Class 53 (shortages.ts) is transient too.
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 * Beside them Prisma's own, for a connection that is refused, too slow or closed (P1xxx).
 */
const TRANSIENT = /^(08(?!P01)...|57P0[1-5]|40001|40P01|57014|55P03|P10(01|02|08|17))$/
const NETWORK = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/

interface DatabaseFailure {
  code?: string
  constraint?: string
  message?: string
}

/** Turns what pg or Prisma threw into a DomainError where it has a meaning for the caller. */
export const translateDatabaseError = (error: unknown): unknown => {
  if (error instanceof DomainError) return error
  const failure = databaseFailure(error)
  if (!failure) return error
  if (failure.constraint && isDeclared(failure.constraint)) return violated(failure.constraint)
  if (failure.code === '42501' && failure.message?.includes('policy "caseload"'))
    return new DomainError(
      'insufficient_scope',
      'You are bound to a provider or to locations, and may write for the children and the providers of these only. Ask somebody who works for the whole centre, or use its key.',
    )
  if (failure.code === '42501' && failure.message?.includes('policy "location'))
    return ofAnotherLocation()
  if (failure.code === PROCESSING_RESTRICTED) return restrictionNamed(failure)
  if (shortageOfCode(failure.code ?? '')) return outOfResources(error)
  if (isTransient(failure)) {
    return new DomainError(
      'service_unavailable',
      'The database is not reachable just now. Retry with the same Idempotency-Key.',
      {
        retryAfterSeconds: 2,
        cause: error,
      },
    )
  }
  return error
}

/**
 * Whether PostgreSQL rolled a transaction back for the sake of another one that waited for it
 * (docs/decisions/0154): begun again, it comes after that one.
 */
export const gaveWay = (error: unknown): boolean =>
  error instanceof DomainError && GAVE_WAY.has(databaseFailure(error.cause)?.code ?? '')

/** deadlock_detected and serialization_failure. */
const GAVE_WAY = new Set(['40P01', '40001'])

/** A record that everybody may read and that is another location's to write, too. */
export const ofAnotherLocation = (): DomainError =>
  new DomainError(
    'insufficient_role',
    'You are bound to locations of the centre, and this is not of these alone. Ask somebody of the other location, or of the whole centre.',
  )

/** An operator has to make room, which takes longer than a restart: callers come back later. */
export const outOfResources = (cause: unknown): DomainError =>
  new DomainError(
    'service_unavailable',
    'The platform is short of a resource just now. Retry with the same Idempotency-Key.',
    { retryAfterSeconds: 5, cause },
  )

/** As `therapy.refuse_restricted` raises it. */
const PROCESSING_RESTRICTED = 'PR018'

const restrictionNamed = ({ message = '' }: DatabaseFailure): DomainError => {
  const [, personId, restrictionId] = /of (\w+) is restricted by (\w+)/.exec(message)!
  return processingRestricted(personId!, restrictionId!)
}

const isTransient = ({ code = '', message = '' }: DatabaseFailure) =>
  TRANSIENT.test(code) ||
  NETWORK.test(code) ||
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(
    message,
  )

/** pg throws it bare; Prisma's driver adapter wraps it (`meta.driverAdapterError.cause`). */
const databaseFailure = (error: unknown): DatabaseFailure | undefined => {
  if (!(error instanceof Error)) return undefined
  const wrapped = (error as WrappedByPrisma).meta?.driverAdapterError?.cause
  if (wrapped) {
    // A connection that broke has no code of PostgreSQL's, only Prisma's.
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
