import {
  transitionTo as transition,
  type StateMachine,
} from '#platform/core/records/state-machine.ts'
import type { AppointmentStatus } from '../slots/appointment-status.ts'

/** What can be done with an appointment, from which state, and what it then is. */
export const TRANSITIONS = {
  confirm: { PENDING_CONFIRMATION: 'CONFIRMED' },
  decline: { PENDING_CONFIRMATION: 'DECLINED' },
  cancel: { PENDING_CONFIRMATION: 'CANCELLED', CONFIRMED: 'CANCELLED', CHECKED_IN: 'CANCELLED' },
  reschedule: { PENDING_CONFIRMATION: 'PENDING_CONFIRMATION', CONFIRMED: 'CONFIRMED' },
  patch: {
    PENDING_CONFIRMATION: 'PENDING_CONFIRMATION',
    CONFIRMED: 'CONFIRMED',
    CHECKED_IN: 'CHECKED_IN',
  },
  'check-in': { CONFIRMED: 'CHECKED_IN' },
  start: { CONFIRMED: 'IN_PROGRESS', CHECKED_IN: 'IN_PROGRESS' },
  complete: { CONFIRMED: 'COMPLETED', CHECKED_IN: 'COMPLETED', IN_PROGRESS: 'COMPLETED' },
  'no-show': { CONFIRMED: 'NO_SHOW' },
  undo: { CHECKED_IN: 'CONFIRMED', NO_SHOW: 'CONFIRMED', COMPLETED: 'CHECKED_IN' },
  'mark-in-error': {
    HELD: 'ENTERED_IN_ERROR',
    PENDING_CONFIRMATION: 'ENTERED_IN_ERROR',
    CONFIRMED: 'ENTERED_IN_ERROR',
    CHECKED_IN: 'ENTERED_IN_ERROR',
    IN_PROGRESS: 'ENTERED_IN_ERROR',
    COMPLETED: 'ENTERED_IN_ERROR',
    CANCELLED: 'ENTERED_IN_ERROR',
    NO_SHOW: 'ENTERED_IN_ERROR',
    DECLINED: 'ENTERED_IN_ERROR',
    EXPIRED: 'ENTERED_IN_ERROR',
  },
} as const satisfies StateMachine<AppointmentStatus>

export type AppointmentVerb = keyof typeof TRANSITIONS

/** Transitions of the platform alone; no caller is offered them. */
const PLATFORM_TRANSITIONS = {
  expire: { PENDING_CONFIRMATION: 'EXPIRED' },
} as const satisfies StateMachine<AppointmentStatus>
export type PlatformVerb = keyof typeof PLATFORM_TRANSITIONS

/** All that can happen to an appointment, as its history says it. */
export const VERBS = [...Object.keys(TRANSITIONS), ...Object.keys(PLATFORM_TRANSITIONS)] as (
  | AppointmentVerb
  | PlatformVerb
)[]

/** The state that a verb leads to, or `undefined` when it is not allowed from here. */
export const nextStatus = (
  verb: AppointmentVerb,
  status: AppointmentStatus,
): AppointmentStatus | undefined =>
  (TRANSITIONS[verb] as Partial<Record<AppointmentStatus, AppointmentStatus>>)[status]

/** The verbs that a state allows, for the answer to a refused one. */
export const verbsFrom = (status: AppointmentStatus): AppointmentVerb[] =>
  (Object.keys(TRANSITIONS) as AppointmentVerb[]).filter((verb) => nextStatus(verb, status))

/** The state after a verb, or `invalid_transition` with what is allowed instead. */
export const transitionTo = (
  verb: AppointmentVerb | PlatformVerb,
  status: AppointmentStatus,
): AppointmentStatus =>
  verb === 'expire'
    ? transition('An appointment', PLATFORM_TRANSITIONS, verb, status)
    : transition('An appointment', TRANSITIONS, verb, status)
