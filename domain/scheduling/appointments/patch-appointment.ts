import { appointmentEvents } from './events.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { isPlacing, placingOf } from '#organization/services/places-of-service.ts'
import { ofChild } from '#people/children/of-child.ts'
import { changingAppointment } from './changing-appointment.ts'
import { lockAppointment } from './queries.ts'
import {
  toAppointment,
  withProvider,
  type Appointment,
  type AppointmentRow,
  type PatchAppointment,
} from './schemas.ts'
import { appointmentFacts, appointmentSubject } from './appointment-facts.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/**
 * Changes a booking without changing its start: room, service, type, location and length, according to the
 * rules for bookings. Notes, modality and place of service can change in any status.
 */
export const patchAppointment = (
  ctx: Context,
  { id, version, patch }: AppointmentRef & { patch: PatchAppointment },
): Promise<Appointment> => {
  const { notes: _, modality: __, placeOfService: ___, meetingUrl: ____, ...change } = patch
  return Object.keys(change).length > 0
    ? moveAppointment(ctx, { id, version }, changingAppointment(patch))
    : patchDetails(ctx, { id, version, patch })
}

const patchDetails = (
  ctx: Context,
  { id, version, patch }: AppointmentRef & { patch: PatchAppointment },
): Promise<Appointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const before = await lockAppointment(tx, id)
    assertVersion(before, version)
    const { notes, meetingUrl } = patch
    const details = {
      ...(notes !== undefined && { notes }),
      ...(meetingUrl !== undefined && { meetingUrl }),
      ...(isPlacing(patch) && placingOf(before, patch)),
    }
    const updated = await tx.db.appointment.update({
      where: keyOf(tx, id),
      data: { ...details, ...touched(tx) },
      include: withProvider,
    })
    const after = ofChild(updated)
    tx.changed(appointmentSubject(after), detailsOf(before), detailsOf(after))
    tx.emit(
      appointmentEvents['appointment.updated'],
      appointmentSubject(after),
      appointmentFacts(after),
    )
    return toAppointment(after)
  })

const detailsOf = ({ notes, modality, placeOfService, meetingUrl }: AppointmentRow) => ({
  notes,
  modality,
  placeOfService,
  meetingUrl,
})
