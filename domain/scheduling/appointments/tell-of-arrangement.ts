import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { guardiansOf } from '#messaging/messages/recipient.ts'
import type { Appointment } from './schemas.ts'

/** Tells guardians of an appointment for which they waited. A booking that must be confirmed is told then. */
export const tellOfArrangement = async (
  tx: Transaction,
  { id, status, childId, startsAt, locationId }: Appointment,
  by: 'WAITLIST' | 'LEAD',
): Promise<void> => {
  if (status !== 'CONFIRMED') return
  const [place] = await tx.sql<Place>(PLACE, [tx.tenantId, childId, locationId])
  for (const recipient of await guardiansOf(tx, childId))
    await queueMessage(tx, {
      template: 'appointment.arranged',
      variables: { ...place!, startsAt, firstName: recipient.firstName, by },
      recipient,
      subject: { type: 'appointment', id },
      dedupeKey: `${id}/arranged/${recipient.id}`,
      timeZone: place!.timeZone,
      notAfter: new Date(startsAt),
      told: { startsAt: new Date(startsAt), locationId },
    })
}

interface Place {
  childFirstName: string
  timeZone: string
  locationName: string
  locationPhone: string | null
}

const PLACE = `
  SELECT c.first_name AS "childFirstName", l.time_zone AS "timeZone", l.name AS "locationName", l.phone AS "locationPhone"
  FROM children c JOIN locations l ON l.tenant_id = c.tenant_id AND l.id = $3
  WHERE c.tenant_id = $1 AND c.id = $2`
