import { appointments } from './appointments.ts'
import { money } from './money.ts'
import { sessions } from './sessions.ts'

/** The families whose sums are kept for each day and month, by the name that their rows have. */
export const KEPT_FAMILIES = {
  APPOINTMENTS: appointments,
  SESSIONS: sessions,
  MONEY: money,
} as const
export type KeptFamily = keyof typeof KEPT_FAMILIES
export const KEPT_FAMILY_NAMES = Object.keys(KEPT_FAMILIES) as KeptFamily[]
