import { clocks } from './clocks/resource.ts'
import { programs } from './programs/resource.ts'
import { checkInQuestions } from './family-check-in-questions/resource.ts'
import { familyCheckIns } from './family-check-ins/resource.ts'

/** The resources of this context: parents before what refers to them, because an erasure goes from the last to the first. */
export const earlyIntervention = [clocks, programs, checkInQuestions, familyCheckIns] as const
