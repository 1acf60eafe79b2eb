import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Told } from './notice-rules.ts'

/** What each person was told about an appointment, by recipient. */
export const toldOf = async (
  reader: Reader,
  appointmentId: string,
): Promise<ReadonlyMap<string, Told>> => {
  const rows = await reader.sql<Told & { recipientId: string }>(TOLD, [
    reader.tenantId,
    appointmentId,
  ])
  return new Map(rows.map(({ recipientId, ...told }) => [recipientId, told]))
}

/** Sent, or about to be. A superseded or failed message may have arrived although nothing recorded it. */
const SURE = `status IN ('QUEUED', 'SENT')`
const last = (column: string) =>
  `(array_agg(${column} ORDER BY created_at DESC, id DESC) FILTER (WHERE ${SURE}))[1]`

const TOLD = `
  SELECT recipient_id AS "recipientId",
         bool_or(${SURE}) AS "isTold",
         bool_or(NOT ${SURE}) AS maybe,
         ${last('told_starts_at')} AS "startsAt", ${last('told_location_id')} AS "locationId",
         COALESCE(bool_or(kind = 'APPOINTMENT_BOOKED' OR kind IS NULL AND template = 'appointment.notice'), false) AS "hasEntry"
  FROM messages
  WHERE tenant_id = $1 AND subject_id = $2
    AND template IN ('appointment.notice', 'appointment.decision', 'appointment.reminder', 'appointment.arranged',
      'place.freed')
    AND kind IS DISTINCT FROM 'APPOINTMENT_CANCELLED'
    AND (${SURE} OR status = 'FAILED' OR reason = 'superseded')
  GROUP BY recipient_id`
