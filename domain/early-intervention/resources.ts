import { clocks } from './clocks/resource.ts'
import { programs } from './programs/resource.ts'
import { ifsps } from './ifsps/resource.ts'
import { checkInQuestions } from './family-check-in-questions/resource.ts'
import { familyCheckIns } from './family-check-ins/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const earlyIntervention = [
  clocks,
  programs,
  checkInQuestions,
  familyCheckIns,
  ifsps,
] as const
