import { placeOf } from '#organization/locations/place-facts.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

interface SessionOfNote {
  childId: string
  providerId: string
  appointmentId: string | null
  serviceId: string | null
  /** The appointment's location; null without an appointment. */
  locationId: string | null
}

/** Members that all events about a note have in common. */
export const noteFacts = async (
  tx: Transaction,
  { id: noteId, sessionId }: { id: string; sessionId: string },
) => {
  const [session] = await tx.sql<SessionOfNote>(SESSION, [tx.tenantId, sessionId])
  if (!session) throw notFound('session')
  const { childId, providerId, appointmentId } = session
  const ids = { sessionId, noteId, childId, providerId, ...(appointmentId && { appointmentId }) }
  return { ...ids, ...placeOf(session) }
}

const SESSION = `
  SELECT s.child_id AS "childId", s.provider_id AS "providerId", s.service_id AS "serviceId",
         s.appointment_id AS "appointmentId",
         a.location_id AS "locationId"
  FROM sessions s
  LEFT JOIN appointments a ON a.tenant_id = s.tenant_id AND a.id = s.appointment_id
  WHERE s.tenant_id = $1 AND s.id = $2`
