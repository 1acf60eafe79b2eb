import { followSteps, stepsOf } from '../steps.ts'
import type { RestrictionLiftingInput } from './messages.ts'

/** A restriction of processing whose lifting was announced: told first, then done. */
export const restrictionLifting = (input: RestrictionLiftingInput): Promise<void> =>
  followSteps(input, stepsOf('restrictionLifting'))
