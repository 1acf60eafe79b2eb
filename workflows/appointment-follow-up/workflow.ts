import { followSteps, stepsOf } from '../steps.ts'
import type { AppointmentFollowUpInput } from './messages.ts'

/** What follows an appointment that took place: feedback, the note, the next appointment. */
export const appointmentFollowUp = (input: AppointmentFollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('appointmentFollowUp'))
