import { requestMissingForms } from '#clinical/form-responses/request-missing-forms.ts'
import { releaseServiceOrder } from '#receivables/orders/release-service-order.ts'
import { reportReleased } from '../holds/report-released.ts'
import { changeSlot, overrideOf, type SlotChange } from './change-slot.ts'
import { assertNoPlace, type Move } from './move-appointment.ts'
import type { BookingFacts } from './prepare-booking.ts'

/**
 * The move for any change of a booking: a new start makes it a reschedule, otherwise it is a patch. Price,
 * buffers, forms and an unpaid order follow the service and the location.
 */
export const changingAppointment = ({
  notes,
  ...change
}: SlotChange & { notes?: string | null }): Move => {
  let facts: BookingFacts
  const verb = change.startsAt ? 'reschedule' : 'patch'
  return {
    verb,
    reason: change.override?.reason,
    fields: async (before, tx) => {
      assertNoPlace(before, verb)
      const changed = await changeSlot(tx, before, change)
      facts = changed.facts
      const { serviceId, locationId } = { ...before, ...change }
      const type = change.type ?? (serviceId === before.serviceId ? before.type : facts.type)
      const elsewhere = serviceId !== before.serviceId || locationId !== before.locationId
      const { timeZone, amountMinor, currency } = elsewhere ? facts : before
      return {
        ...(notes !== undefined && { notes }),
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
      await reportReleased(tx, facts.released, 'EXPIRED')
    },
  }
}
