import { followSteps, stepsOf } from '../steps.ts'
import type { BreakGlassReviewInput } from './messages.ts'

/** An access outside the caseload: once it is over, its review is asked for until somebody does it. */
export const breakGlassReview = (input: BreakGlassReviewInput): Promise<void> =>
  followSteps(input, stepsOf('breakGlassReview'))
