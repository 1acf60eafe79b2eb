import { appointments } from './appointments.ts'

/** The families whose sums are kept for each day, by the name that their rows have. */
export const KEPT_FAMILIES = { APPOINTMENTS: appointments } as const
export type KeptFamily = keyof typeof KEPT_FAMILIES
export const KEPT_FAMILY_NAMES = Object.keys(KEPT_FAMILIES) as KeptFamily[]
