import type { AppointmentRow } from '../appointments/schemas.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { waitlistEvents } from './events.ts'

type Ended = Pick<AppointmentRow, 'id' | 'status' | 'cancellation'>

/** Whether the centre ended the appointment, so that its waitlist entry waits again. */
const endedByCentre = ({ status, cancellation }: Ended): boolean => {
  if (status === 'DECLINED' || status === 'EXPIRED') return true
  const { initiator } = (cancellation ?? {}) as { initiator?: string }
  return status === 'CANCELLED' && initiator !== 'CLIENT'
}

/** Puts the entry of an appointment back on the waitlist, with its original age and priority. */
export const requeue = async (tx: Transaction, ended: Ended): Promise<void> => {
  if (!endedByCentre(ended)) return
  const [entry] = await tx.sql<{ id: string; childId: string }>(WAIT, [
    tx.tenantId,
    ended.id,
    tx.now,
  ])
  if (!entry) return
  const subject = { type: 'waitlistEntry', id: entry.id } as const
  tx.changed(subject, { status: 'BOOKED' }, { status: 'WAITING' })
  tx.emit(waitlistEvents['waitlist.reopened'], subject, {
    entryId: entry.id,
    childId: entry.childId,
    appointmentId: ended.id,
  })
}

const WAIT = `
  UPDATE waitlist_entries e SET status = 'WAITING', updated_at = $3, version = version + 1
  WHERE e.tenant_id = $1 AND e.status = 'BOOKED' AND e.id = (
    SELECT o.entry_id FROM waitlist_offers o
    WHERE o.tenant_id = $1 AND o.appointment_id = $2 AND o.status = 'BOOKED')
  RETURNING e.id, e.child_id AS "childId"`
