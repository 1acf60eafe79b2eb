import { followSteps, stepsOf } from '../steps.ts'
import type { AppointmentLifecycleInput } from './messages.ts'

/** Holds what is still to happen to one appointment: reminders, the no-show check, completion. */
export const appointmentLifecycle = (input: AppointmentLifecycleInput): Promise<void> =>
  followSteps(input, stepsOf('appointmentLifecycle'))
