import { followSteps, stepsOf } from '../steps.ts'
import type { ConsentExpiryInput } from './messages.ts'

/** A consent that ends on a day: guardians are reminded before it, staff see to it then. */
export const consentExpiry = (input: ConsentExpiryInput): Promise<void> =>
  followSteps(input, stepsOf('consentExpiry'))
