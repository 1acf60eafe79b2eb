import { DomainError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import type { Transaction } from '../core/transaction.ts'

interface OfAppointment {
  id: string
  childId: string
  providerId: string
  startsAt: Date
  endsAt: Date
}

/** The appointment's session, made when there is none yet. */
export const openSession = (
  tx: Transaction,
  appointment: OfAppointment,
  { startedAt }: { startedAt: Date },
) =>
  tx.sql(
    `INSERT INTO sessions (tenant_id, id, appointment_id, child_id, provider_id, started_at, attendance, billable,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'ATTENDED', true, $7, $7)
     ON CONFLICT (tenant_id, appointment_id) DO NOTHING`,
    [
      tx.tenantId,
      newId('session'),
      appointment.id,
      appointment.childId,
      appointment.providerId,
      startedAt,
      tx.now,
    ],
  )

/** Ends the appointment's session. One that was never opened took place as planned. */
export const closeSession = async (tx: Transaction, appointment: OfAppointment) => {
  const open = await tx.sql(
    `UPDATE sessions SET ended_at = GREATEST($3::timestamptz, started_at), updated_at = $3, version = version + 1
     WHERE tenant_id = $1 AND appointment_id = $2 AND ended_at IS NULL RETURNING id`,
    [tx.tenantId, appointment.id, tx.now],
  )
  if (open.length > 0) return
  await tx.sql(
    `INSERT INTO sessions (tenant_id, id, appointment_id, child_id, provider_id, started_at, ended_at, attendance,
       billable, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'ATTENDED', true, $8, $8)
     ON CONFLICT (tenant_id, appointment_id) DO NOTHING`,
    [
      tx.tenantId,
      newId('session'),
      appointment.id,
      appointment.childId,
      appointment.providerId,
      appointment.startsAt,
      appointment.endsAt,
      tx.now,
    ],
  )
}

/** Takes the end back. Once a note of the session is signed there is no going back. */
export const reopenSession = async (tx: Transaction, appointmentId: string) => {
  const [session] = await tx.sql<{ id: string; signed: boolean }>(
    `SELECT s.id, EXISTS (SELECT FROM session_notes n WHERE n.tenant_id = s.tenant_id AND n.session_id = s.id
       AND n.status IN ('SIGNED', 'AMENDED')) AS signed
     FROM sessions s WHERE s.tenant_id = $1 AND s.appointment_id = $2 FOR UPDATE`,
    [tx.tenantId, appointmentId],
  )
  if (!session) return
  if (session.signed) {
    throw new DomainError(
      'conflict',
      `The note of session ${session.id} is signed: the completion stands.`,
      {
        extra: { sessionId: session.id },
      },
    )
  }
  await tx.sql(
    `UPDATE sessions SET ended_at = NULL, updated_at = $3, version = version + 1 WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, session.id, tx.now],
  )
}
