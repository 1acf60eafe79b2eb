import { appointments } from './appointments.ts'
import { money } from './money.ts'
import { sessions } from './sessions.ts'

/** Families with stored daily and monthly sums, keyed by the name in their rows. */
export const KEPT_FAMILIES = {
  APPOINTMENTS: appointments,
  SESSIONS: sessions,
  MONEY: money,
} as const
export type KeptFamily = keyof typeof KEPT_FAMILIES
export const KEPT_FAMILY_NAMES = Object.keys(KEPT_FAMILIES) as KeptFamily[]
