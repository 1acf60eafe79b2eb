import { followSteps, stepsOf } from '../steps.ts'
import type { SessionFollowUpInput } from './messages.ts'

/** What follows an unscheduled session: its note. */
export const sessionFollowUp = (input: SessionFollowUpInput): Promise<void> =>
  followSteps(input, stepsOf('sessionFollowUp'))
