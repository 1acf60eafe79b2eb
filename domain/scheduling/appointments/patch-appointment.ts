import { appointmentEvents } from './events.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { ofChild } from '#people/children/of-child.ts'
import { changingAppointment } from './changing-appointment.ts'
import { lockAppointment } from './queries.ts'
import { toAppointment, type Appointment, type PatchAppointment } from './schemas.ts'
import { appointmentFacts, appointmentSubject } from './appointment-facts.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/**
 * Changes a booking without changing its start: room, service, type, location and length, according to the
 * rules for bookings. Notes alone can change in any status.
 */
export const patchAppointment = (
  ctx: Context,
  { id, version, patch }: AppointmentRef & { patch: PatchAppointment },
): Promise<Appointment> => {
  const { notes: _, ...change } = patch
  return Object.keys(change).length > 0
    ? moveAppointment(ctx, { id, version }, changingAppointment(patch))
    : patchNotes(ctx, { id, version, patch })
}

const patchNotes = (
  ctx: Context,
  { id, version, patch }: AppointmentRef & { patch: PatchAppointment },
): Promise<Appointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const before = await lockAppointment(tx, id)
    assertVersion(before, version)
    const updated = await tx.db.appointment.update({
      where: keyOf(tx, id),
      data: { ...patch, ...touched(tx) },
      include: { provider: { select: { id: true, name: true } } },
    })
    const after = ofChild(updated)
    tx.changed(appointmentSubject(after), { notes: before.notes }, { notes: after.notes })
    tx.emit(
      appointmentEvents['appointment.updated'],
      appointmentSubject(after),
      appointmentFacts(after),
    )
    return toAppointment(after)
  })
