import { cancelAppointment } from '../appointments/cancel-appointment.ts'
import { IS_BOOKED } from '../appointments/rules.ts'
import type { Context } from '../core/context.ts'
import { DomainError } from '../core/errors.ts'
import { keyOf, touched, type RecordRef } from '../core/record-ref.ts'
import { assertVersion } from '../core/record.ts'
import { transact, type Transaction } from '../core/transaction.ts'
import { slotsFreed } from '../waitlist/slots-freed.ts'
import { loadGroup, lockGroup } from './queries.ts'
import {
  groupFacts,
  toGroupAppointment,
  type CancelGroup,
  type GroupAppointment,
} from './schemas.ts'

/** Cancels the group and every place that is taken in it, each as an appointment is cancelled. */
export const cancelGroupAppointment = (
  ctx: Context,
  { id, version, initiator, reason }: RecordRef & CancelGroup,
): Promise<GroupAppointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    // Its places first, as those who cancel one do; then again, with those that were taken meanwhile.
    await placesOf(tx, id)
    const before = await lockGroup(tx, id)
    assertVersion(before, version)
    if (before.status === 'CANCELLED')
      throw new DomainError('invalid_transition', 'The group is cancelled already.', {
        extra: { status: before.status, allowed: [] },
      })
    const places = await placesOf(tx, id)
    if (places.some(({ begun }) => begun))
      throw new DomainError('conflict', 'Children have been seen in it: it took place.')

    const cancellation = { initiator, reason }
    await tx.db.appointment.update({
      where: keyOf(tx, id),
      data: { status: 'CANCELLED', cancellation, statusChangedAt: tx.now, ...touched(tx) },
    })
    const subject = { type: 'groupAppointment', id }
    tx.audit(subject, { status: before.status }, { status: 'CANCELLED', cancellation })
    for (const place of places) await cancelAppointment(tx, { id: place.id, initiator, reason })
    await slotsFreed(tx, [before])
    tx.emit('group_appointment.cancelled', subject, groupFacts(before))
    return toGroupAppointment(await loadGroup(tx, id))
  })

const placesOf = (tx: Transaction, id: string) =>
  tx.sql<{ id: string; begun: boolean }>(PLACES, [tx.tenantId, id])

const PLACES = `
  SELECT id, status IN ('IN_PROGRESS', 'COMPLETED') AS begun FROM appointments
  WHERE tenant_id = $1 AND group_id = $2 AND status IN ${IS_BOOKED}
  ORDER BY seat FOR UPDATE`
