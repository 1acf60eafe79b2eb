import { requestMissingForms } from '#clinical/form-responses/request-missing-forms.ts'
import { releaseServiceOrder } from '#receivables/orders/release-service-order.ts'
import { reportReleased } from '../holds/report-released.ts'
import { changeSlot, overrideOf, type SlotChange } from './change-slot.ts'
import { assertNoPlace, type Move } from './move-appointment.ts'
import { placingOf } from '#organization/services/places-of-service.ts'
import type { PatchAppointment } from './schemas.ts'
import type { BookingFacts } from './prepare-booking.ts'

type Details = Pick<PatchAppointment, 'notes' | 'modality' | 'placeOfService' | 'meetingUrl'>

/**
 * The move for any change of a booking: a new start makes it a reschedule, otherwise it is a patch. Price,
 * buffers, modality, forms and an unpaid order follow the service and the location.
 */
export const changingAppointment = ({
  notes,
  modality,
  placeOfService,
  meetingUrl,
  ...change
}: SlotChange & Details): Move => {
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
      const placing = serviceId === before.serviceId ? before : facts.placing
      return {
        ...placingOf(placing, {
          ...(modality !== undefined && { modality }),
          ...(placeOfService !== undefined && { placeOfService }),
        }),
        ...(meetingUrl !== undefined && { meetingUrl }),
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
