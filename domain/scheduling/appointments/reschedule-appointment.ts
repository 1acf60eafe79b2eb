import { assertConsents } from '#people/consents/rules.ts'
import type { Context } from '#platform/core/context.ts'
import { jsonOrNull } from '#platform/core/json.ts'
import { inZone } from '#platform/core/time.ts'
import { reportReleased, type ReleasedHold } from '../holds/report-released.ts'
import { assertOffered } from './assert-offered.ts'
import { DomainError } from '#platform/core/errors.ts'
import { prepareBooking, slotFacts } from './prepare-booking.ts'
import { verbsFrom } from './rules.ts'
import { lengthOf, slotOf } from '../slots/rules.ts'
import type { AppointmentRow, RescheduleAppointment } from './schemas.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './move-appointment.ts'
import { appointmentEvents } from './events.ts'

/** Moves an appointment. It keeps its id and length, and does not block itself. */
export const rescheduleAppointment = (
  ctx: Context,
  { id, version, override, ...to }: AppointmentRef & RescheduleAppointment,
) => {
  let released: ReleasedHold[] = []
  return moveAppointment(
    ctx,
    { id, version },
    {
      verb: 'reschedule',
      fields: async (before, tx) => {
        assertOwnSlot(before)
        const { startsAt, providerId = before.providerId } = to
        const roomId = to.roomId === undefined ? before.roomId : to.roomId
        const facts = await prepareBooking(tx, { ...before, providerId, roomId })
        assertConsents(facts.consents, startsAt)
        released = facts.released
        const rules = lengthOf(before)
        const moved = { startsAt, roomId, rules, movingId: id }
        await assertOffered(
          tx,
          await slotFacts(tx, facts, providerId, moved),
          { startsAt, override },
          {
            serviceIds: facts.serviceId ? [facts.serviceId] : [],
            providerIds: [providerId],
            locationIds: [facts.locationId],
            childId: before.childId,
            moving: { id, roomId, rules },
          },
        )
        return {
          providerId,
          roomId,
          override: jsonOrNull(override ?? null),
          ...slotOf({ startsAt, ...rules }),
        }
      },
      effects: async (tx, after, before) => {
        tx.emit(appointmentEvents['appointment.rescheduled'], appointmentSubject(after), {
          ...appointmentFacts(after),
          previousStartsAt: inZone(before.startsAt, before.timeZone),
        })
        await reportReleased(tx, released, 'EXPIRED')
      },
    },
  )
}

const assertOwnSlot = ({ groupId, status }: AppointmentRow): void => {
  if (!groupId) return
  throw new DomainError(
    'invalid_transition',
    'A place in a group is at the time of the group. Cancel it and join another group.',
    { extra: { status, allowed: verbsFrom(status).filter((verb) => verb !== 'reschedule') } },
  )
}
