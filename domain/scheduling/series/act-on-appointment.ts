import type { Series as SeriesModel } from '#prisma/generated/client.ts'
import { cancelling } from '../appointments/cancel-appointment.ts'
import { changingAppointment } from '../appointments/changing-appointment.ts'
import { confirmAppointment } from '../appointments/confirm-appointment.ts'
import { createAppointment } from '../appointments/create-appointment.ts'
import { moveAppointment } from '../appointments/move-appointment.ts'
import { patchAppointment } from '../appointments/patch-appointment.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { bookingOf, startOf, type Action, type Booked, type Occurrence } from './occurrence.ts'

/** Applies the desired change to an occurrence that is an appointment, using its ordinary verb. */
export const actOnAppointment = async (
  tx: Transaction,
  series: SeriesModel,
  occurrence: Occurrence,
  action: Action,
): Promise<Booked> => {
  const { appointmentId: id, providerId, cancellation } = occurrence
  const edits = editsOf(occurrence)
  if (action === 'CANCEL') return moveAppointment(tx, { id: id! }, cancelling(cancellation!))
  if (action === 'CONFIRM') return confirmAppointment(tx, { id: id! })
  if (action === 'UPDATE') return patchAppointment(tx, { id: id!, patch: edits })
  const startsAt = startOf(occurrence)
  if (action === 'RESCHEDULE')
    return moveAppointment(tx, { id: id! }, changingAppointment({ ...edits, startsAt, providerId }))
  const childId = series.childId!
  return createAppointment(tx, { ...bookingOf(series, occurrence), childId, startsAt })
}

/** The changes of an appointment that do not concern its slot. Changes by other people are kept. */
const editsOf = ({ edited, ...wanted }: Occurrence) => {
  const { roomId, locationId, serviceId, durationMinutes, notes } = wanted
  const moves = edited.includes('locationId')
  return {
    ...(moves && { locationId }),
    // If the location changes, a room is chosen unless one is given.
    ...(edited.includes('roomId') && (roomId || !moves) && { roomId }),
    ...(edited.includes('serviceId') && serviceId && { serviceId }),
    ...(edited.includes('durationMinutes') && { durationMinutes }),
    ...(edited.includes('notes') && { notes }),
  }
}
