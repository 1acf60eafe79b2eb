import type { Action } from '../action.ts'
import { addLabel } from './add-label.ts'
import { bookAppointment } from './book-appointment.ts'
import { createTask } from './create-task.ts'
import { draftNote } from './draft-note.ts'
import { emitEvent } from './emit-event.ts'
import { holdAppointment } from './hold-appointment.ts'
import { mailFigures } from './mail-figures.ts'
import { messageGuardians } from './message-guardians.ts'
import { messageProviders } from './message-providers.ts'
import { offerWaitlist } from './offer-waitlist.ts'
import { removeLabel } from './remove-label.ts'
import { requestForm } from './request-form.ts'
import { scheduleAssessment } from './schedule-assessment.ts'
import { startCheckIn } from './start-check-in.ts'

const ALL: readonly Action[] = [
  addLabel,
  bookAppointment,
  createTask,
  draftNote,
  emitEvent,
  holdAppointment,
  mailFigures,
  messageGuardians,
  messageProviders,
  offerWaitlist,
  removeLabel,
  requestForm,
  scheduleAssessment,
  startCheckIn,
]

/** Every action, by name. */
export const ACTIONS: Readonly<Record<string, Action>> = Object.fromEntries(
  ALL.map((action) => [action.name, action]),
)
