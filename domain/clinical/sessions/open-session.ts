import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { unitsSourceOf } from './schemas.ts'
import { billableUnits, type Billing } from '#organization/services/billable-units.ts'

interface OfAppointment {
  id: string
  childId: string
  providerId: string
  serviceId: string | null
  modality: string
  placeOfService: string | null
  startsAt: Date
  endsAt: Date
}

/** The appointment's session, which is created if it does not exist. */
export const openSession = (
  tx: Transaction,
  appointment: OfAppointment,
  { startedAt }: { startedAt: Date },
) => insertSession(tx, appointment, { startedAt, endedAt: null, units: null })

/** Ends the appointment's session. If it was never opened, the planned times are used. */
export const closeSession = async (tx: Transaction, appointment: OfAppointment) => {
  const { id, serviceId, startsAt, endsAt } = appointment
  const [found] = await tx.sql<Billing & (OpenSession | NoSession)>(OPEN, [
    tx.tenantId,
    id,
    serviceId,
  ])
  if (!found || found.id === null) {
    const planned = { startedAt: startsAt, endedAt: endsAt, attendance: 'ATTENDED', billable: true }
    await insertSession(tx, appointment, { ...planned, units: billableUnits(planned, found) })
  } else if (!found.endedAt) {
    const endedAt = tx.now < found.startedAt ? found.startedAt : tx.now
    const units = found.unitsManual
      ? found.billableUnits
      : billableUnits({ ...found, endedAt }, found)
    await tx.sql(WRITE_END, [tx.tenantId, found.id, endedAt, units, tx.now])
    changed(tx, appointment, found, { ...found, endedAt, billableUnits: units })
  }
}

/** Reopens the session, unless one of its notes is signed. */
export const reopenSession = async (tx: Transaction, appointment: OfAppointment) => {
  const [session] = await tx.sql<Counted & { signed: boolean }>(SIGNED, [
    tx.tenantId,
    appointment.id,
  ])
  if (!session) return
  if (session.signed) {
    throw new DomainError(
      'note_signed',
      `The note of session ${session.id} is signed, so the completion cannot be undone.`,
      {
        extra: { sessionId: session.id },
      },
    )
  }
  const units = session.unitsManual ? session.billableUnits : null
  await tx.sql(WRITE_END, [tx.tenantId, session.id, null, units, tx.now])
  changed(tx, appointment, session, { ...session, endedAt: null, billableUnits: units })
}

/** The fields of the appointment's session that the appointment decides, before and after. */
const changed = (
  tx: Transaction,
  { childId, providerId, id: appointmentId }: OfAppointment,
  before: Counted,
  after: Counted,
) => {
  const stateOf = (it: Counted) => ({
    endedAt: it.endedAt,
    billableUnits: it.billableUnits,
  })
  const shownOf = (it: Counted) => ({
    ...stateOf(it),
    unitsSource: unitsSourceOf(it),
    childId,
    providerId,
    appointmentId,
    serviceId: it.serviceId,
  })
  const shown = { before: shownOf(before), after: shownOf(after) }
  tx.changed({ type: 'session', id: before.id }, stateOf(before), stateOf(after), shown)
}

const insertSession = async (
  tx: Transaction,
  appointment: OfAppointment,
  { startedAt, endedAt, units }: { startedAt: Date; endedAt: Date | null; units: number | null },
) => {
  const row = {
    ...freshRecord(tx, newId('session')),
    appointmentId: appointment.id,
    childId: appointment.childId,
    providerId: appointment.providerId,
    serviceId: appointment.serviceId,
    modality: appointment.modality,
    placeOfService: appointment.placeOfService,
    startedAt,
    endedAt,
    attendance: 'ATTENDED',
    billable: true,
    billableUnits: units,
  }
  const inserted = await tx.insert(
    'sessions',
    row,
    'ON CONFLICT (tenant_id, appointment_id) DO NOTHING RETURNING id',
  )
  if (inserted.length > 0) tx.created({ type: 'session', id: row.id }, row)
}

type Counted = Pick<OpenSession, 'id' | 'serviceId' | 'endedAt' | 'billableUnits' | 'unitsManual'>

interface OpenSession {
  id: string
  serviceId: string | null
  startedAt: Date
  endedAt: Date | null
  attendance: string
  billable: boolean
  billableUnits: number | null
  unitsManual: boolean
}

type NoSession = Record<keyof OpenSession, null>

/** The session, if there is one, with the billing rule of its own service or of the appointment's. */
const OPEN = `
  WITH session AS MATERIALIZED (
    SELECT * FROM sessions WHERE tenant_id = $1 AND appointment_id = $2 FOR UPDATE)
  SELECT s.id, s.service_id AS "serviceId", s.started_at AS "startedAt", s.ended_at AS "endedAt", s.attendance, s.billable,
         s.billable_units AS "billableUnits", s.units_manual AS "unitsManual",
         v.unit_rule AS "unitRule", v.unit_minutes AS "unitMinutes"
  FROM (SELECT $1::text AS tenant_id) t LEFT JOIN session s ON true
  LEFT JOIN services v ON v.tenant_id = t.tenant_id AND v.id = COALESCE(s.service_id, $3)`

const SIGNED = `
  SELECT s.id, s.service_id AS "serviceId", s.ended_at AS "endedAt", s.billable_units AS "billableUnits", s.units_manual AS "unitsManual",
         EXISTS (SELECT FROM session_notes n WHERE n.tenant_id = s.tenant_id AND n.session_id = s.id
                   AND therapy.note_is_signed(n)) AS signed
  FROM sessions s WHERE s.tenant_id = $1 AND s.appointment_id = $2 FOR UPDATE`

const WRITE_END = `
  UPDATE sessions SET ended_at = $3, billable_units = $4, updated_at = $5, version = version + 1
  WHERE tenant_id = $1 AND id = $2`
