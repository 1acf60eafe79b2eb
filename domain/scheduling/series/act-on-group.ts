import type { Series as SeriesModel } from '#prisma/generated/client.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { cancelGroupAppointment } from '../group-appointments/cancel-group-appointment.ts'
import { createGroupAppointment } from '../group-appointments/create-group-appointment.ts'
import { patchGroupAppointment } from '../group-appointments/patch-group-appointment.ts'
import { rescheduleGroupAppointment } from '../group-appointments/reschedule-group-appointment.ts'
import { CancelGroup, type GroupAppointment } from '../group-appointments/schemas.ts'
import { bookingOf, startOf, type Action, type Booked, type Occurrence } from './occurrence.ts'

/** A group that the centre cancels costs nothing. */
const booked = ({ id, startsAt, amount, currency }: GroupAppointment): Booked => ({
  id,
  startsAt,
  fee: null,
  amount,
  currency,
})

/** Applies the desired change to an occurrence that is a group, using its ordinary verb. */
export const actOnGroup = async (
  tx: Transaction,
  series: SeriesModel,
  occurrence: Occurrence,
  action: Action,
): Promise<Booked> => {
  const { appointmentId, providerId, roomId, notes, edited } = occurrence
  if (action === 'BOOK') {
    const { serviceId } = occurrence
    const booking = {
      ...bookingOf(series, occurrence),
      serviceId: serviceId!,
      startsAt: startOf(occurrence),
    }
    return booked(await createGroupAppointment(tx, booking))
  }
  const id = appointmentId!
  const room = edited.includes('roomId') && { roomId }
  const noted = edited.includes('notes') && { notes }
  if (action === 'CANCEL')
    return booked(
      await cancelGroupAppointment(tx, { id, ...CancelGroup.parse(occurrence.cancellation) }),
    )
  if (action === 'UPDATE')
    return booked(await patchGroupAppointment(tx, { id, patch: { ...room, ...noted } }))
  if (action === 'CONFIRM')
    throw new DomainError(
      'nothing_to_confirm',
      'Groups do not need confirmation. Confirm only series of appointments.',
    )
  const to = { startsAt: startOf(occurrence), providerId, ...room }
  const moved = await rescheduleGroupAppointment(tx, { id, ...to })
  if (noted) await patchGroupAppointment(tx, { id, patch: noted })
  return booked(moved)
}
