import { DomainError, invalidReference, processingRestricted } from './errors.ts'
import { shortageOfCode } from './shortages.ts'

/** What a violated constraint means to the caller; constraints not named here are our own bugs. */
const CONSTRAINTS: Record<string, () => DomainError> = {
  appointments_provider_free: () => slotTaken('provider'),
  appointments_child_free: () => slotTaken('child'),
  appointments_room_free: () => slotTaken('room'),
  appointments_seat: () => groupFull(),
  appointment_import_rows_once: () =>
    exists('external_id', 'Another import created this appointment.'),
  services_code_key: () =>
    exists('code', 'A service with this code exists. Choose another code or patch that one.'),
  cancellation_policies_scope: () =>
    exists('serviceId', 'This service and location have a policy already. Patch or archive it.'),
  reminder_policies_scope: () =>
    exists(
      'serviceId',
      'This service, guardian or centre has a policy already. Patch or archive it.',
    ),
  custom_field_definitions_key: () =>
    exists('key', 'A custom field with this key exists. Choose another key.'),
  erasures_open_child: () =>
    exists(
      'childId',
      'An erasure of this child is open already. Cancel that one, or let it go on.',
    ),
  erasures_open_client: () =>
    exists(
      'clientId',
      'An erasure of this client is open already. Cancel that one, or let it go on.',
    ),
  guardianships_live: () => exists('clientId', 'This client is a guardian of the child already.'),
  early_intervention_programs_one_at_a_time: () =>
    new DomainError('conflict', 'Both records have a running program. Close one of them first.'),
  goal_measurements_once: () =>
    exists('measuredAt', 'The goal has a measurement of this instant. Void that one first.'),
  assessment_schedules_once: () =>
    exists('childId', 'The child has this schedule already. Change or end that one.'),
  treatment_cycles_period: () =>
    new DomainError(
      'conflict',
      'The child has an authorization for this service on some of these days. Change or close it first.',
    ),
  supervisions_live: () =>
    exists('providerId', 'The provider has a supervisor already. End that supervision first.'),
  orders_appointment: () => exists('appointmentId', 'The appointment has an order already.'),
  orders_chargeable: () =>
    new DomainError('conflict', 'The appointment is off: it is not charged. Read it again.'),
  payments_order: () => exists('orderId', 'The order has a payment in progress or is paid.'),
  sessions_tenant_id_appointment_id_key: () =>
    exists('appointmentId', 'The appointment has a session already.'),
  processing_restrictions_open: () =>
    exists('childId', 'The processing of this person’s data is restricted already.'),
  break_glass_grants_child: () => invalidReference('childId', 'child'),
  idempotency_keys_pkey: () =>
    new DomainError(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still running. Retry shortly.',
      {
        retryAfterSeconds: 1,
      },
    ),
}

/** The resources of a booking, any of which may be what is taken. */
type SlotResource = 'provider' | 'child' | 'room'

const slotTaken = (resource: SlotResource) =>
  new DomainError('slot_taken', `The ${resource} is not free at that time. Choose another time.`, {
    extra: { resource },
  })

export const groupFull = () =>
  new DomainError('group_full', 'Every place of the group is taken. Choose another group or time.')

const exists = (path: string, message: string) =>
  new DomainError('already_exists', message, {
    issues: [{ path, code: 'already_exists', message }],
  })

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
  const constraint = failure.constraint && CONSTRAINTS[failure.constraint]
  if (constraint) return constraint()
  if (failure.code === '42501' && failure.message?.includes('policy "caseload"'))
    return new DomainError(
      'insufficient_scope',
      'This key is bound to a provider and may write for the children of their caseload only. Use a key of the centre.',
    )
  if (failure.code === PROCESSING_RESTRICTED) return restrictionNamed(failure)
  if (shortageOfCode(failure.code ?? '')) return outOfResources(error)
  if (isTransient(failure)) {
    return new DomainError(
      'unavailable',
      'The database is not reachable just now. Retry with the same Idempotency-Key.',
      {
        retryAfterSeconds: 2,
        cause: error,
      },
    )
  }
  return error
}

/** An operator has to make room, which takes longer than a restart: callers come back later. */
export const outOfResources = (cause: unknown): DomainError =>
  new DomainError(
    'unavailable',
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
