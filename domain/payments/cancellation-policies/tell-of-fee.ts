import { moneyText } from '#platform/core/money/money.ts'
import { addMinutes, inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'

/** A fee and whom it is charged to. */
interface Fee {
  appointmentId: string
  orderId: string
  amount: number
  currency: string
}

/** Tells the client of a new fee, unless it is taken back at once. */
export const tellOfFee = async (
  tx: Transaction,
  fee: Fee & { clientId: string | null },
): Promise<void> => {
  const recipient = fee.clientId && (await findRecipient(tx, { type: 'client', id: fee.clientId }))
  if (!recipient) return
  const [appointment] = await tx.sql<Appointment>(APPOINTMENT, [tx.tenantId, fee.appointmentId])
  const { holdMinutes } = await loadMessagingTerms(tx)
  await queueMessage(tx, {
    ...feeMessage(fee, appointment!, recipient.firstName, 'CHARGED'),
    recipient,
    notBefore: addMinutes(tx.now, holdMinutes),
  })
}

/** Tells the client who was told of a fee that it is not due. */
export const tellOfWaiver = async (tx: Transaction, fee: Fee): Promise<void> => {
  const [told] = await tx.sql<{ clientId: string }>(TOLD, [
    tx.tenantId,
    fee.appointmentId,
    keyOf(fee, 'CHARGED'),
    tx.now,
  ])
  const recipient = told && (await findRecipient(tx, { type: 'client', id: told.clientId }))
  if (!recipient) return
  const [appointment] = await tx.sql<Appointment>(APPOINTMENT, [tx.tenantId, fee.appointmentId])
  await queueMessage(tx, {
    ...feeMessage(fee, appointment!, recipient.firstName, 'WAIVED'),
    recipient,
    corrects: true,
  })
}

type Decision = 'CHARGED' | 'WAIVED'

const keyOf = ({ orderId }: Fee, decision: Decision) => `fee/${orderId}/${decision}`

const feeMessage = (
  fee: Fee,
  { startsAt, timeZone, ...place }: Appointment,
  firstName: string,
  decision: Decision,
) => ({
  template: 'fee.decided' as const,
  variables: {
    ...place,
    startsAt: inZone(startsAt, timeZone),
    timeZone,
    firstName,
    decision,
    amount: moneyText(fee.amount, fee.currency),
  },
  subject: { type: 'appointment', id: fee.appointmentId } as const,
  dedupeKey: keyOf(fee, decision),
  timeZone,
})

interface Appointment {
  startsAt: Date
  timeZone: string
  childFirstName: string
  locationName: string
  locationPhone: string | null
}

const APPOINTMENT = `
  SELECT a.starts_at AS "startsAt", a.time_zone AS "timeZone", c.first_name AS "childFirstName",
         l.name AS "locationName", l.phone AS "locationPhone"
  FROM appointments a
  JOIN children c ON c.tenant_id = a.tenant_id AND c.id = a.child_id
  JOIN locations l ON l.tenant_id = a.tenant_id AND l.id = a.location_id
  WHERE a.tenant_id = $1 AND a.id = $2`

/** A message that still waits is not sent, because its fee is no longer charged. */
const TOLD = `
  SELECT recipient_id AS "clientId" FROM messages
  WHERE tenant_id = $1 AND subject_id = $2 AND dedupe_key = $3 AND (status = 'SENT' OR status = 'QUEUED' AND due_at <= $4)`
