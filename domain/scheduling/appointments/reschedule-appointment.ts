import type { Context } from '#platform/core/context.ts'
import { inZone } from '#platform/core/time.ts'
import { transact } from '#platform/core/transaction.ts'
import { plannedSteps } from '#messaging/follow-ups/planned-steps.ts'
import { scheduledSteps } from '#messaging/follow-ups/queries.ts'
import { reportReleased, type ReleasedHold } from '../holds/report-released.ts'
import { changeSlot, overrideOf } from './change-slot.ts'
import type { RescheduleAppointment, RescheduledAppointment } from './schemas.ts'
import {
  appointmentFacts,
  appointmentSubject,
  assertNoPlace,
  moveAppointment,
  rehearseMove,
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
  { id, version, dryRun = false, ...to }: RescheduleInput,
): Promise<RescheduledAppointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const followUpsStopped = await scheduledSteps(tx, id)
    const move = async () => ({
      ...(await moveAppointment(tx, { id, version }, rescheduling(to))),
      followUpsPlanned: await plannedSteps(tx, { kind: 'appointmentLifecycle', subjectId: id }),
    })
    const moved = await (dryRun ? rehearseMove(tx, id, move) : move())
    return { ...moved, dryRun, followUpsStopped }
  })

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
