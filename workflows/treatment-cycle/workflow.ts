import { followSteps, stepsOf } from '../steps.ts'
import type { TreatmentCycleInput } from './messages.ts'

/** One authorisation: warnings as it is used up, its renewal, its end. */
export const treatmentCycle = (input: TreatmentCycleInput): Promise<void> =>
  followSteps(input, stepsOf('treatmentCycle'))
