import { followSteps, stepsOf } from '../steps.ts'
import type { ChildProgressInput } from './messages.ts'

/** A goal that regresses or stands still: its therapist is asked, reminded, and the supervisor told. */
export const childProgressFollowUp = (input: ChildProgressInput): Promise<void> =>
  followSteps(input, stepsOf('childProgressFollowUp'))
