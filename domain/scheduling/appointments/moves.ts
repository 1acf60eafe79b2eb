import { announcing, defineMoves } from '#platform/core/records/moves.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { placeOf } from '#organization/locations/place-facts.ts'
import { feeFacts } from '#payments/cancellation-policies/decide-fee.ts'
import { inZone } from '#platform/core/time/time.ts'
import { AppointmentStatus } from '../slots/appointment-status.ts'
import { appointmentFacts } from './appointment-facts.ts'
import { appointmentEvents } from './events.ts'
import { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import { Cancellation, type AppointmentRow } from './schemas.ts'
import { timesOf } from './times-of.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { appointmentToConfirm } from './appointment-to-confirm.ts'

/** The moves of an appointment. For every move, `moveAppointment` wakes its follow-ups. */
export const appointmentMoves = defineMoves<AppointmentRow>()({
  noun: 'An appointment',
  subject: 'appointment',
  states: AppointmentStatus,
  initial: ['HELD', 'PENDING_CONFIRMATION', 'CONFIRMED'],
  waits: {
    HELD: 'it ends by itself after some minutes',
    PENDING_CONFIRMATION: appointmentToConfirm,
    CONFIRMED: { followUp: 'appointmentLifecycle' },
    CHECKED_IN: { followUp: 'appointmentLifecycle' },
    IN_PROGRESS: { followUp: 'appointmentLifecycle' },
    COMPLETED: { followUp: 'appointmentFollowUp' },
    NO_SHOW: { followUp: 'appointmentLifecycle' },
    CANCELLED: { followUp: 'appointmentCancellation' },
    DECLINED: 'it did not come about; only an error can be corrected',
    EXPIRED: 'it did not come about; only an error can be corrected',
    ENTERED_IN_ERROR: ENDED,
  },
  moves: {
    confirm: {
      from: ['PENDING_CONFIRMATION'],
      to: 'CONFIRMED',
      event: announcing(appointmentEvents['appointment.confirmed'], appointmentFacts),
    },
    decline: {
      from: ['PENDING_CONFIRMATION'],
      to: 'DECLINED',
      event: announcing(appointmentEvents['appointment.declined'], appointmentFacts),
    },
    cancel: {
      from: ['PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN'],
      to: 'CANCELLED',
      event: announcing(appointmentEvents['booking.cancelled'], (after) => {
        const { initiator, late } = fromJson(Cancellation, after.cancellation)
        return {
          bookingId: after.id,
          appointmentId: after.id,
          childId: after.childId,
          initiator,
          late,
          fee: feeFacts(fromJson(AppointmentFee, after.fee)),
          providerId: after.providerId,
          ...placeOf(after),
          ...timesOf(after),
        }
      }),
    },
    /** The family says that it will come. */
    'confirm-attendance': {
      operation: 'confirmAttendance',
      from: ['CONFIRMED'],
      event: announcing(appointmentEvents['appointment.attendance_confirmed'], appointmentFacts),
    },
    reschedule: {
      from: ['PENDING_CONFIRMATION', 'CONFIRMED'],
      event: announcing(appointmentEvents['appointment.rescheduled'], (after, _, before) => ({
        ...appointmentFacts(after),
        previousStartsAt: inZone(before.startsAt, before.timeZone),
      })),
    },
    patch: {
      from: ['PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN'],
      event: announcing(appointmentEvents['appointment.updated'], appointmentFacts),
    },
    'check-in': {
      from: ['CONFIRMED'],
      to: 'CHECKED_IN',
      event: announcing(appointmentEvents['appointment.checked_in'], appointmentFacts),
    },
    start: {
      from: ['CONFIRMED', 'CHECKED_IN'],
      to: 'IN_PROGRESS',
      event: announcing(appointmentEvents['appointment.started'], appointmentFacts),
    },
    complete: {
      from: ['CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS'],
      to: 'COMPLETED',
      event: announcing(appointmentEvents['appointment.completed'], appointmentFacts),
    },
    'no-show': {
      operation: 'markAppointmentNoShow',
      from: ['CONFIRMED'],
      to: 'NO_SHOW',
      event: announcing(appointmentEvents['appointment.no_show'], (after) => ({
        ...appointmentFacts(after),
        absentParty: after.absentParty as 'CLIENT' | 'PROVIDER',
        fee: feeFacts(fromJson(AppointmentFee, after.fee)),
      })),
    },
    undo: {
      to: { CHECKED_IN: 'CONFIRMED', NO_SHOW: 'CONFIRMED', COMPLETED: 'CHECKED_IN' },
      event: announcing(appointmentEvents['appointment.reinstated'], (after) => ({
        ...appointmentFacts(after),
        status: after.status === 'CHECKED_IN' ? ('CHECKED_IN' as const) : ('CONFIRMED' as const),
      })),
    },
    'mark-in-error': {
      operation: 'markAppointmentInError',
      from: AppointmentStatus.filter((status) => status !== 'ENTERED_IN_ERROR'),
      to: 'ENTERED_IN_ERROR',
      event: announcing(appointmentEvents['appointment.entered_in_error'], appointmentFacts),
    },
    /** Nobody confirmed the booking in time. */
    expire: {
      from: ['PENDING_CONFIRMATION'],
      to: 'EXPIRED',
      event: announcing(appointmentEvents['appointment.expired'], appointmentFacts),
      byPlatform: true,
    },
  },
})

export type AppointmentVerb = keyof typeof appointmentMoves.moves
