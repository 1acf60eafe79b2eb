import { followSteps, stepsOf } from '../steps.ts'
import type { EarlyInterventionInput } from './messages.ts'

/** The clocks of one programme, its check-ins with guardians, and answers that nobody has seen to. */
export const earlyInterventionCheckIn = (input: EarlyInterventionInput): Promise<void> =>
  followSteps(input, stepsOf('earlyInterventionCheckIn'))
