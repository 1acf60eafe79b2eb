import { cancelling } from '../appointments/cancel-appointment.ts'
import { moveAppointment } from '../appointments/move-appointment.ts'
import { appointmentMoves } from '../appointments/moves.ts'
import { nextStatus } from '#platform/core/records/moves.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { slotsFreed } from '../waitlist/slots-freed.ts'
import { lockPlaces } from './unavailable-attendees.ts'
import { loadGroup, lockGroup } from './queries.ts'
import {
  groupFacts,
  toGroupAppointment,
  type CancelGroup,
  type GroupAppointment,
} from './schemas.ts'
import { groupAppointmentEvents } from './events.ts'

/** Cancels the group, and each taken place like a single appointment. */
export const cancelGroupAppointment = (
  ctx: Context,
  { id, version, initiator, reason }: RecordRef & CancelGroup,
): Promise<GroupAppointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    // Locks the places first, as their own cancellation does, and then again those that were taken meanwhile.
    await lockPlaces(tx, id)
    const before = await lockGroup(tx, id)
    assertVersion(before, version)
    if (before.status === 'CANCELLED')
      throw new DomainError('invalid_transition', 'The group has already been cancelled.', {
        extra: { status: before.status, allowed: [] },
      })
    const places = await lockPlaces(tx, id)
    if (places.some(({ status }) => !nextStatus<string>(appointmentMoves.moves.cancel, status)))
      throw new DomainError(
        'group_under_way',
        'Attendance has already been recorded in this group, so the group cannot be cancelled.',
      )

    const cancellation = { initiator, reason }
    await tx.db.appointment.update({
      where: keyOf(tx, id),
      data: { status: 'CANCELLED', cancellation, statusChangedAt: tx.now, ...touched(tx) },
    })
    const subject = { type: 'groupAppointment', id } as const
    const from = { status: before.status, cancellation: null }
    tx.changed(subject, from, { status: 'CANCELLED', cancellation })
    for (const place of places)
      await moveAppointment(tx, { id: place.id }, cancelling({ initiator, reason }))
    await slotsFreed(tx, [before])
    tx.emit(groupAppointmentEvents['group_appointment.cancelled'], subject, groupFacts(before))
    return toGroupAppointment(await loadGroup(tx, id))
  })
