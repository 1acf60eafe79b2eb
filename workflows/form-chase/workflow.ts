import { followSteps, stepsOf } from '../steps.ts'
import type { FormChaseInput } from './messages.ts'

/** A form that guardians are asked for: request, reminders, and staff before it is needed. */
export const formChase = (input: FormChaseInput): Promise<void> =>
  followSteps(input, stepsOf('formChase'))
