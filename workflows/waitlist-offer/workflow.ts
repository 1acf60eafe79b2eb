import { followSteps, stepsOf } from '../steps.ts'
import type { WaitlistOfferInput } from './messages.ts'

/** A slot that became free: one offer after another, until it is booked or nobody is left. */
export const waitlistOffer = (input: WaitlistOfferInput): Promise<void> =>
  followSteps(input, stepsOf('waitlistOffer'))
