import { locationRecord } from '#organization/locations/record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockForChange } from '#platform/core/records/change-record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { inZone } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { moveLocked } from '../appointments/move-appointment.ts'
import { lockAppointment } from '../appointments/queries.ts'
import { groupAppointmentEvents } from '../group-appointments/events.ts'
import { loadGroup, lockGroup } from '../group-appointments/queries.ts'
import { groupFacts } from '../group-appointments/schemas.ts'
import { lengthOf, slotOf, type Slot } from '../slots/rules.ts'
import { MOST_APPOINTMENTS, sameLocalTime } from './rules.ts'
import type { CorrectTimeZone, TimeZoneCorrection } from './schemas.ts'

interface Correction extends CorrectTimeZone {
  locationId: string
}

/**
 * Corrects the time zone of a location, with the hours, series and appointments ahead that are in the previous
 * one. All of a request is corrected, or nothing if an appointment would meet another one.
 */
export const correctLocationTimeZone = (
  ctx: Context,
  { id, version, dryRun, ...input }: RecordRef & CorrectTimeZone & { dryRun: boolean },
): Promise<TimeZoneCorrection> =>
  transact(ctx, ['locations:write', 'appointments:write'], async (tx) => {
    const correct = () => correctAll(tx, { id, version }, { ...input, locationId: id })
    const corrected = await (dryRun ? tx.rehearse(correct) : correct())
    if (dryRun) tx.nothingChanged({ type: 'location', id })
    return { dryRun, ...corrected }
  })

const correctAll = async (
  tx: Transaction,
  { id, version }: RecordRef,
  correction: Correction,
): Promise<Omit<TimeZoneCorrection, 'dryRun'>> => {
  const { timeZone, appointments: appointmentTimes } = correction
  const before = await lockForChange(tx, { id, version }, locationRecord)
  await assertNoneBeingBooked(tx, id)
  const after = await locationRecord.update(tx, id, { timeZone, ...touched(tx) })
  tx.changed({ type: 'location', id }, before, after)
  const hours = await correctHours(tx, correction)
  const series = appointmentTimes === 'KEEP_LOCAL_TIMES' ? await correctSeries(tx, correction) : 0
  const { appointments, remaining } = await correctAppointments(tx, correction)
  return {
    locationId: id,
    previousTimeZone: before.timeZone,
    timeZone,
    appointmentTimes,
    ...hours,
    series,
    appointments,
    remaining,
  }
}

/** The workflow of a series books in the zone that it has read. */
const assertNoneBeingBooked = async (tx: Transaction, locationId: string): Promise<void> => {
  const where = { tenantId: tx.tenantId, locationId, status: 'PROCESSING' }
  const count = await tx.db.series.count({ where })
  if (count > 0)
    throw new DomainError(
      'record_in_use',
      `${count} series at the location are still being booked. Send the request again when they are finished.`,
      { extra: { uses: [{ type: 'series', count }] } },
    )
}

interface Corrected {
  id: string
  timeZone: string
}

interface CorrectedHours extends Corrected {
  providerId: string
  locationId: string | null
}

/** Hours have local times, so the same windows apply in the new zone. */
const correctHours = async (tx: Transaction, { locationId, timeZone }: Correction) => {
  const asked = [tx.tenantId, locationId, timeZone, tx.now]
  const schedules = await tx.sql<CorrectedHours>(SCHEDULES, asked)
  const exceptions = await tx.sql<CorrectedHours>(EXCEPTIONS, asked)
  for (const row of schedules)
    tx.changed({ type: 'schedule', id: row.id }, row, { ...row, timeZone })
  for (const row of exceptions)
    tx.changed({ type: 'scheduleException', id: row.id }, row, { ...row, timeZone })
  return { schedules: schedules.length, scheduleExceptions: exceptions.length }
}

/** The occurrences of a series keep their local times, so those ahead are at other instants. */
const correctSeries = async (
  tx: Transaction,
  { locationId, timeZone }: Correction,
): Promise<number> => {
  const rows = await tx.sql<Corrected>(SERIES, [tx.tenantId, locationId, timeZone, tx.now])
  for (const row of rows) {
    const occurrences = await tx.db.seriesOccurrence.findMany({
      where: { tenantId: tx.tenantId, seriesId: row.id, startsAt: { gt: tx.now } },
      select: { id: true, startsAt: true },
    })
    const moved = occurrences.map(({ startsAt }) =>
      sameLocalTime(startsAt!, row.timeZone, timeZone),
    )
    await tx.sql(OCCURRENCES, [tx.tenantId, occurrences.map(({ id }) => id), moved, tx.now])
    tx.changed({ type: 'series', id: row.id }, { timeZone: row.timeZone }, { timeZone })
  }
  return rows.length
}

type Ahead = { id: string; isGroup: boolean }

const correctAppointments = async (tx: Transaction, correction: Correction) => {
  const { locationId, timeZone } = correction
  const ahead = await tx.sql<Ahead & { startsAt: Date; timeZone: string }>(AHEAD, [
    tx.tenantId,
    locationId,
    timeZone,
    tx.now,
  ])
  const taken = inOrder(ahead, correction).slice(0, MOST_APPOINTMENTS)
  const appointments = []
  for (const one of taken) {
    const moved = await (one.isGroup ? correctGroup : correctOne)(tx, one, correction)
    appointments.push({
      appointmentId: one.id,
      previousStartsAt: inZone(one.startsAt, one.timeZone),
      startsAt: inZone(moved, timeZone),
    })
  }
  return { appointments, remaining: ahead.length - taken.length }
}

/** Appointments that move later begin with the last one, so that none meets one that has not moved yet. */
const inOrder = <One extends { startsAt: Date; timeZone: string }>(
  ahead: readonly One[],
  { timeZone }: Correction,
): One[] => {
  const [first] = ahead
  if (!first) return []
  const isLater = sameLocalTime(first.startsAt, first.timeZone, timeZone) > first.startsAt
  return isLater ? ahead.toReversed() : [...ahead]
}

const slotIn = (before: Slot & { timeZone: string }, { timeZone, appointments }: Correction) =>
  appointments === 'KEEP_INSTANTS'
    ? { timeZone }
    : {
        timeZone,
        ...slotOf({
          ...lengthOf(before),
          startsAt: sameLocalTime(before.startsAt, before.timeZone, timeZone),
        }),
      }

const verbFor = ({ appointments }: Correction) =>
  appointments === 'KEEP_INSTANTS' ? 'patch' : 'reschedule'

const REASON = 'The time zone of the location was corrected.'

/** An appointment, or a place in a group. What becomes free is offered to nobody: other appointments take it. */
const correctOne = async (
  tx: Transaction,
  { id }: Ahead,
  correction: Correction,
): Promise<Date> => {
  const before = await lockAppointment(tx, id)
  const to = slotIn(before, correction)
  const move = { verb: verbFor(correction), reason: REASON, keepSlotReserved: true } as const
  await moveLocked(tx, before, { ...move, fields: () => to })
  return 'startsAt' in to ? to.startsAt : before.startsAt
}

/** The group itself. Its places are appointments of their own. */
const correctGroup = async (
  tx: Transaction,
  { id }: Ahead,
  correction: Correction,
): Promise<Date> => {
  const before = await lockGroup(tx, id)
  const to = slotIn(before, correction)
  await tx.db.appointment.update({ where: keyOf(tx, id), data: { ...to, ...touched(tx) } })
  const subject = { type: 'groupAppointment', id } as const
  tx.changed(subject, before, { ...before, ...to })
  if (!('startsAt' in to)) return before.startsAt
  tx.emit(groupAppointmentEvents['group_appointment.rescheduled'], subject, {
    ...groupFacts(await loadGroup(tx, id)),
    previousStartsAt: inZone(before.startsAt, before.timeZone),
  })
  return to.startsAt
}

const SCHEDULES = `
  UPDATE schedules s SET time_zone = $3, updated_at = $4, version = s.version + 1 FROM schedules before
  WHERE s.tenant_id = $1 AND s.location_id = $2 AND s.archived_at IS NULL AND s.time_zone <> $3
    AND before.tenant_id = s.tenant_id AND before.id = s.id
  RETURNING s.id, s.provider_id AS "providerId", s.location_id AS "locationId", before.time_zone AS "timeZone"`

const EXCEPTIONS = `
  UPDATE schedule_exceptions s SET time_zone = $3, updated_at = $4, version = s.version + 1 FROM schedule_exceptions before
  WHERE s.tenant_id = $1 AND s.location_id = $2 AND s.archived_at IS NULL AND s.time_zone <> $3
    AND s.occurs_on >= $4::timestamptz::date - 1 AND before.tenant_id = s.tenant_id AND before.id = s.id
  RETURNING s.id, s.provider_id AS "providerId", s.location_id AS "locationId", before.time_zone AS "timeZone"`

const SERIES = `
  UPDATE series s SET time_zone = $3, updated_at = $4, version = s.version + 1 FROM series before
  WHERE s.tenant_id = $1 AND s.location_id = $2 AND s.cancelled_at IS NULL AND s.time_zone <> $3
    AND before.tenant_id = s.tenant_id AND before.id = s.id
    AND EXISTS (SELECT FROM series_occurrences o WHERE o.tenant_id = s.tenant_id AND o.series_id = s.id AND o.starts_at > $4)
  RETURNING s.id, before.time_zone AS "timeZone"`

const OCCURRENCES = `
  UPDATE series_occurrences o SET starts_at = p.starts_at, updated_at = $4, version = o.version + 1
  FROM unnest($2::text[], $3::timestamptz[]) AS p(id, starts_at)
  WHERE o.tenant_id = $1 AND o.id = p.id`

const AHEAD = `
  SELECT a.id, a.child_id IS NULL AS "isGroup", a.starts_at AS "startsAt", a.time_zone AS "timeZone"
  FROM appointments a
  WHERE a.tenant_id = $1 AND a.location_id = $2 AND a.time_zone <> $3 AND a.starts_at > $4
    AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED')
  ORDER BY a.starts_at, a.id`
