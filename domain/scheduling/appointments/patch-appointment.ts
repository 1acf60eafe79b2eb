import type { Context } from '#platform/core/context.ts'
import { keyOf, touched } from '#platform/core/record-ref.ts'
import { assertVersion } from '#platform/core/record.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { requestMissingForms } from '#clinical/form-responses/request-missing-forms.ts'
import { releaseServiceOrder } from '#billing/orders/release-service-order.ts'
import { ofChild } from '#people/children/of-child.ts'
import { reportReleased } from '../holds/report-released.ts'
import { changeSlot, overrideOf, type SlotChange } from './change-slot.ts'
import type { BookingFacts } from './prepare-booking.ts'
import { lockAppointment } from './queries.ts'
import {
  toAppointment,
  type Appointment,
  type AppointmentRow,
  type PatchAppointment,
} from './schemas.ts'
import {
  appointmentFacts,
  appointmentSubject,
  assertNoPlace,
  moveAppointment,
  type AppointmentRef,
  type Move,
} from './move-appointment.ts'
import { appointmentEvents } from './events.ts'

/**
 * Changes what is booked, while the time stays: room, service, type and location, with the rules of a booking.
 * Notes alone are changed in any state.
 */
export const patchAppointment = (
  ctx: Context,
  { id, version, patch }: AppointmentRef & { patch: PatchAppointment },
): Promise<Appointment> => {
  const { notes, ...change } = patch
  return Object.keys(change).length > 0
    ? moveAppointment(
        ctx,
        { id, version },
        patching(change, { ...(notes !== undefined && { notes }) }),
      )
    : patchNotes(ctx, { id, version, patch })
}

const patching = (change: SlotChange, noted: { notes?: string | null }): Move => {
  let facts: BookingFacts
  return {
    verb: 'patch',
    reason: change.override?.reason,
    fields: async (before, tx) => {
      assertNoPlace(before, 'patch')
      const changed = await changeSlot(tx, before, change)
      facts = changed.facts
      const { serviceId, locationId, type } = { ...before, ...change }
      const elsewhere = serviceId !== before.serviceId || locationId !== before.locationId
      const { timeZone, amountMinor, currency } = elsewhere ? facts : before
      return {
        ...noted,
        ...changed.slot,
        ...overrideOf(change),
        type,
        serviceId,
        locationId,
        timeZone,
        amountMinor,
        currency,
      }
    },
    effects: async (tx, after, before) => {
      if (after.amountMinor !== before.amountMinor || after.currency !== before.currency)
        await releaseServiceOrder(tx, after.id)
      if (after.serviceId !== before.serviceId)
        await requestMissingForms(tx, after, facts.requiredForms)
      announce(tx, after)
      await reportReleased(tx, facts.released, 'EXPIRED')
    },
  }
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
    announce(tx, after)
    return toAppointment(after)
  })

const announce = (tx: Transaction, after: AppointmentRow) =>
  tx.emit(
    appointmentEvents['appointment.updated'],
    appointmentSubject(after),
    appointmentFacts(after),
  )
