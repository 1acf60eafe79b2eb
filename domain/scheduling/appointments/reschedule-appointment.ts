import type { Context } from '#platform/core/context.ts'
import { inZone } from '#platform/core/time.ts'
import { transact } from '#platform/core/transaction.ts'
import { reportReleased, type ReleasedHold } from '../holds/report-released.ts'
import { changeSlot, overrideOf } from './change-slot.ts'
import { moveWithOutcome } from './move-with-outcome.ts'
import type { AppointmentOutcome, RescheduleAppointment } from './schemas.ts'
import {
  appointmentFacts,
  appointmentSubject,
  assertNoPlace,
  type AppointmentRef,
  type Move,
} from './move-appointment.ts'
import { appointmentEvents } from './events.ts'

interface RescheduleInput extends AppointmentRef, RescheduleAppointment {
  /** Answers what would be, and does nothing. */
  dryRun?: boolean
}

/** Moves an appointment. It keeps its id and length, and does not block itself. */
export const rescheduleAppointment = (
  ctx: Context,
  { id, version, dryRun, ...to }: RescheduleInput,
): Promise<AppointmentOutcome> =>
  transact(ctx, 'appointments:write', (tx) =>
    moveWithOutcome(tx, { id, version, dryRun }, rescheduling(to)),
  )

/** The move of a rescheduling. */
export const rescheduling = (to: RescheduleAppointment): Move => {
  let released: ReleasedHold[] = []
  return {
    verb: 'reschedule',
    reason: to.override?.reason,
    fields: async (before, tx) => {
      assertNoPlace(before, 'reschedule')
      const { slot, facts } = await changeSlot(tx, before, to)
      released = facts.released
      return { ...slot, ...overrideOf(to) }
    },
    effects: async (tx, after, before) => {
      tx.emit(appointmentEvents['appointment.rescheduled'], appointmentSubject(after), {
        ...appointmentFacts(after),
        previousStartsAt: inZone(before.startsAt, before.timeZone),
      })
      await reportReleased(tx, released, 'EXPIRED')
    },
  }
}
