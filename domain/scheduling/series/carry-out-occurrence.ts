import type { Series as SeriesModel } from '#prisma/generated/client.ts'
import type { Alternative } from '../availability/nearby-starts.ts'
import type { Context } from '#platform/core/context/context.ts'
import { translateDatabaseError } from '#platform/core/errors/database-errors.ts'
import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'
import { inZone } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { messagesOfSteps, plannedSteps } from '#messaging/follow-ups/planned-steps.ts'
import { scheduledSteps } from '#messaging/follow-ups/queries.ts'
import { NOTICE_STEPS } from '../appointments/notice-steps.ts'
import { actOnAppointment } from './act-on-appointment.ts'
import { actOnGroup } from './act-on-group.ts'
import type { Action, Booked, Occurrence } from './occurrence.ts'
import { bookedAs, kindOf, type OccurrenceOutcome, type OccurrenceResult } from './schemas.ts'

/**
 * Applies the desired change of one occurrence with its ordinary verb. The effect and its record are committed
 * together, so it is idempotent. A refusal is recorded with its reason.
 */
export const carryOutOccurrence = async (
  ctx: Context,
  { id, series }: { id: string; series: SeriesModel },
): Promise<void> => {
  let tried: Occurrence | undefined
  try {
    await transact(
      ctx,
      'appointments:write',
      async (tx) => {
        tried = await lockOccurrence(tx, id)
        if (tried.pending) await perform(tx, series, tried, tried.pending)
        else tx.nothingChanged(subjectOf(tried))
      },
      { plansOnce: true },
    )
  } catch (error) {
    if (!(error instanceof DomainError) || !isPermanent(error) || !tried) throw error
    await recordRefusal(ctx, tried, error)
  }
}

const perform = async (
  tx: Transaction,
  series: SeriesModel,
  occurrence: Occurrence,
  action: Action,
): Promise<void> => {
  const status = action === 'CANCEL' ? 'CANCELLED' : 'BOOKED'
  const { id: appointmentId } = await act(tx, series, occurrence, action)
  const before = {
    pending: action,
    status: occurrence.status,
    appointmentId: occurrence.appointmentId,
  }
  tx.changed(subjectOf(occurrence), before, { pending: null, status, appointmentId })
  settle(tx, occurrence, { status, appointmentId, result: doneBy(action) })
}

const ACT = { APPOINTMENT: actOnAppointment, GROUP: actOnGroup }

const act: typeof actOnAppointment = (tx, series, ...what) =>
  ACT[kindOf(series)](tx, series, ...what)

const doneBy = (action: Action): OccurrenceResult => ({
  action,
  outcome: 'DONE',
  code: null,
  detail: null,
  alternatives: [],
})

/** Previews the desired change of one occurrence without recording it. */
export const tryOccurrence = async (
  tx: Transaction,
  series: SeriesModel,
  id: string,
): Promise<OccurrenceOutcome> => {
  const occurrence = await lockOccurrence(tx, id)
  const { appointmentId, startsAt } = occurrence
  const action = occurrence.pending!
  const followUpsStopped = appointmentId ? await stepsOf(tx, series, appointmentId) : []
  const booked = bookedAs(kindOf(series), appointmentId)
  const tried = { occurrenceId: id, ...booked, followUpsStopped }
  try {
    const { messages, ...done } = await tx.attempt(async () => {
      const acted = await act(tx, series, occurrence, action)
      return { ...acted, messages: await messagesOf(tx, series, { action, id: acted.id }) }
    })
    const fee = done.fee && { ...done.fee, orderId: null }
    const result = doneBy(action)
    return { ...tried, startsAt: done.startsAt, fee, price: priceOf(done), result, messages }
  } catch (thrown) {
    const error = translateDatabaseError(thrown)
    if (!(error instanceof DomainError) || !isPermanent(error)) throw error
    const result = refusalOf(action, error)
    const wanted = startsAt && inZone(startsAt, series.timeZone)
    return { ...tried, startsAt: wanted, fee: null, price: null, result, messages: [] }
  }
}

const priceOf = ({ amount, currency }: Booked): OccurrenceOutcome['price'] =>
  amount !== null && currency !== null ? { amount, currency } : null

/** The steps that the workflow will plan for an appointment. A group has follow-ups only for its places. */
const stepsOf = (tx: Transaction, series: SeriesModel, subjectId: string) =>
  kindOf(series) === 'GROUP'
    ? scheduledSteps(tx, subjectId)
    : plannedSteps(tx, { kind: 'appointmentLifecycle', subjectId })

/** Who is told of a change. A booking is written only at commit, and a group has no messages of its own. */
const messagesOf = async (
  tx: Transaction,
  series: SeriesModel,
  { action, id: subjectId }: { action: Action; id: string },
) => {
  if (kindOf(series) === 'GROUP' || action === 'BOOK') return []
  const lifecycle = { kind: 'appointmentLifecycle', subjectId } as const
  const steps = await plannedSteps(tx, lifecycle)
  return messagesOfSteps(
    tx,
    lifecycle,
    steps.filter(({ step }) => NOTICE_STEPS.has(step)),
  )
}

/** Errors that another time could avoid. */
const CONFLICTS = new Set(['slot_taken', 'slot_unavailable'])

/** Records a refusal, unless the desired change was replaced meanwhile; then the new change is tried first. */
const recordRefusal = (ctx: Context, tried: Occurrence, error: DomainError): Promise<void> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const now = await lockOccurrence(tx, tried.id)
    const { outcome, code } = verdictOn(error)
    tx.did(subjectOf(now), { outcome, code })
    if (now.version !== tried.version || !now.pending) return
    const result = refusalOf(now.pending, error)
    const status = now.appointmentId ? 'BOOKED' : outcome
    settle(tx, now, { status, appointmentId: now.appointmentId, result })
  })

const verdictOn = (error: DomainError) => ({
  outcome: CONFLICTS.has(error.code) ? ('CONFLICT' as const) : ('SKIPPED' as const),
  code: error.issues[0]?.code ?? error.code,
})

const refusalOf = (action: Action, error: DomainError): OccurrenceResult => {
  const { outcome, code } = verdictOn(error)
  const { alternatives = [] } = error.extra as { alternatives?: Alternative[] }
  const starts = alternatives.map(({ startsAt }) => startsAt)
  return { action, outcome, code, detail: error.message, alternatives: starts }
}

interface Settled {
  status: string
  appointmentId: string | null
  result: OccurrenceResult
}

/** Sent with the insert of the appointment itself, because each row needs the other. */
const settle = (tx: Transaction, { id }: Occurrence, { status, appointmentId, result }: Settled) =>
  tx.atCommit(SETTLE, [tx.tenantId, id, status, appointmentId, JSON.stringify(result), tx.now])

const subjectOf = ({ id }: Occurrence) => ({ type: 'seriesOccurrence', id }) as const

const lockOccurrence = async (tx: Transaction, id: string): Promise<Occurrence> => {
  const [row] = await tx.sql<Occurrence>(LOCK, [tx.tenantId, id])
  if (!row) throw new Error(`Occurrence ${id} is missing, but occurrences are never deleted`)
  return row
}

const LOCK = `
  SELECT id, starts_at AS "startsAt", provider_id AS "providerId", room_id AS "roomId",
         location_id AS "locationId", service_id AS "serviceId", duration_minutes AS "durationMinutes", notes, edited,
         appointment_id AS "appointmentId", status, pending, cancellation, version
  FROM series_occurrences WHERE tenant_id = $1 AND id = $2 FOR UPDATE`

const SETTLE = `
  UPDATE series_occurrences SET status = $3, appointment_id = $4, result = $5::jsonb, pending = NULL,
    edited = CASE WHEN $5::jsonb ->> 'outcome' = 'DONE' AND pending <> 'CONFIRM' THEN '{}' ELSE edited END,
    updated_at = $6, version = version + 1
  WHERE tenant_id = $1 AND id = $2`
