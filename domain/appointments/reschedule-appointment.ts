import { assertConsents } from '../consents/rules.ts'
import type { Context } from '../core/context.ts'
import { inZone, MINUTE_MS } from '../core/time.ts'
import { assertBookableTime, prepareBooking } from './booking.ts'
import { slotOf } from './rules.ts'
import type { RescheduleAppointment } from './schemas.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './transition.ts'

/** Moves an appointment. It keeps its id and length, and does not stand in its own way. */
export const rescheduleAppointment = (
  ctx: Context,
  { id, version, ...to }: AppointmentRef & RescheduleAppointment,
) =>
  moveAppointment(
    ctx,
    { id, version },
    {
      verb: 'reschedule',
      fields: async (before, tx) => {
        const providerId = to.providerId ?? before.providerId
        const roomId = to.roomId === undefined ? before.roomId : to.roomId
        const facts = await prepareBooking(tx, { ...before, providerId, roomId })
        assertBookableTime(to.startsAt, facts.leadTimeMinutes, tx.now)
        assertConsents(facts.consents, to.startsAt)
        const minutesBetween = (from: Date, until: Date) =>
          (until.getTime() - from.getTime()) / MINUTE_MS
        return {
          providerId,
          roomId,
          ...slotOf({
            startsAt: to.startsAt,
            durationMinutes: minutesBetween(before.startsAt, before.endsAt),
            bufferBeforeMinutes: minutesBetween(before.busyFrom, before.startsAt),
            bufferAfterMinutes: minutesBetween(before.endsAt, before.busyUntil),
          }),
        }
      },
      effects: (tx, after, before) =>
        tx.emit('appointment.rescheduled', appointmentSubject(after), {
          ...appointmentFacts(after),
          previousStartsAt: inZone(before.startsAt, before.zone),
        }),
    },
  )
