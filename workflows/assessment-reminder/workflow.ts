import { followSteps, stepsOf } from '../steps.ts'
import type { AssessmentReminderInput } from './messages.ts'

/** One assessment: due, reminders, overdue, escalation, until it is completed or waived. */
export const assessmentReminder = (input: AssessmentReminderInput): Promise<void> =>
  followSteps(input, stepsOf('assessmentReminder'))
