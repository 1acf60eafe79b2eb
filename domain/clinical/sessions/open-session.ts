import { DomainError } from '#platform/core/errors.ts'
import { newId } from '#platform/core/ids.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { billableUnits, type Billing } from '#organization/services/billable-units.ts'

interface OfAppointment {
  id: string
  childId: string
  providerId: string
  serviceId: string | null
  startsAt: Date
  endsAt: Date
}

/** The appointment's session, made when there is none yet. */
export const openSession = (
  tx: Transaction,
  appointment: OfAppointment,
  { startedAt }: { startedAt: Date },
) => insertSession(tx, appointment, { startedAt, endedAt: null, units: null })

/** Ends the appointment's session. One that was never opened took place as planned. */
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
    await tx.sql(CLOSE, [tx.tenantId, found.id, endedAt, units, tx.now])
  }
}

/** Takes the end back. Once a note of the session is signed there is no going back. */
export const reopenSession = async (tx: Transaction, appointmentId: string) => {
  const [session] = await tx.sql<{ id: string; signed: boolean }>(
    `SELECT s.id, EXISTS (SELECT FROM session_notes n WHERE n.tenant_id = s.tenant_id AND n.session_id = s.id
       AND therapy.note_is_signed(n)) AS signed
     FROM sessions s WHERE s.tenant_id = $1 AND s.appointment_id = $2 FOR UPDATE`,
    [tx.tenantId, appointmentId],
  )
  if (!session) return
  if (session.signed) {
    throw new DomainError(
      'note_signed',
      `The note of session ${session.id} is signed: the completion stands.`,
      {
        extra: { sessionId: session.id },
      },
    )
  }
  await tx.sql(
    `UPDATE sessions SET ended_at = NULL, updated_at = $3, version = version + 1,
       billable_units = CASE WHEN units_manual THEN billable_units END
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, session.id, tx.now],
  )
}

const insertSession = (
  tx: Transaction,
  appointment: OfAppointment,
  { startedAt, endedAt, units }: { startedAt: Date; endedAt: Date | null; units: number | null },
) =>
  tx.insert(
    'sessions',
    {
      ...freshRecord(tx, newId('session')),
      appointmentId: appointment.id,
      childId: appointment.childId,
      providerId: appointment.providerId,
      serviceId: appointment.serviceId,
      startedAt,
      endedAt,
      attendance: 'ATTENDED',
      billable: true,
      billableUnits: units,
    },
    'ON CONFLICT (tenant_id, appointment_id) DO NOTHING',
  )

interface OpenSession {
  id: string
  startedAt: Date
  endedAt: Date | null
  attendance: string
  billable: boolean
  billableUnits: number | null
  unitsManual: boolean
}

type NoSession = Record<keyof OpenSession, null>

/** The session, if there is one, with the rule of its service, or of the appointment's. */
const OPEN = `
  WITH session AS MATERIALIZED (
    SELECT * FROM sessions WHERE tenant_id = $1 AND appointment_id = $2 FOR UPDATE)
  SELECT s.id, s.started_at AS "startedAt", s.ended_at AS "endedAt", s.attendance, s.billable,
         s.billable_units AS "billableUnits", s.units_manual AS "unitsManual",
         v.unit_rule AS "unitRule", v.unit_minutes AS "unitMinutes"
  FROM (SELECT $1::text AS tenant_id) t LEFT JOIN session s ON true
  LEFT JOIN services v ON v.tenant_id = t.tenant_id AND v.id = COALESCE(s.service_id, $3)`

const CLOSE = `
  UPDATE sessions SET ended_at = $3, billable_units = $4, updated_at = $5, version = version + 1
  WHERE tenant_id = $1 AND id = $2`
