import { caseload } from './caseload.ts'
import type { Family } from './family.ts'
import { KEPT_FAMILIES } from './kept-families.ts'
import { offeredTime } from './offered-time.ts'

/** Everything that metrics are made of, by name. */
export const FAMILIES = {
  ...KEPT_FAMILIES,
  OFFERED_TIME: offeredTime,
  CASELOAD: caseload,
} as const satisfies Record<string, Family>
export type FamilyName = keyof typeof FAMILIES
