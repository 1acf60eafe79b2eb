/** How the minutes of a session become billable units. */
export const UnitRule = ['PER_SESSION', 'CMS_8_MINUTE', 'MIDPOINT', 'COMPLETED_UNITS'] as const
export type UnitRule = (typeof UnitRule)[number]

/** The billing rule of a service; null without a service or a rule. */
export type Billing =
  | { unitRule: UnitRule; unitMinutes: number }
  | { unitRule: null; unitMinutes: number | null }

/** The facts of a session that determine its units. */
interface TimeSpent {
  startedAt: Date
  endedAt: Date | null
  attendance: string
  billable: boolean
}

const MINUTE_MS = 60_000
const CMS_UNIT_MINUTES = 15
/** The smallest remainder that counts as a unit: 8 minutes are one unit, 23 are two, 38 are three. */
const CMS_LEAST_MINUTES = 8

/**
 * The units for complete minutes. CMS_8_MINUTE is the rule for a single timed code: Medicare Claims Processing
 * Manual (Pub. 100-04), chapter 5, section 20.2 C. MIDPOINT is CPT's rule: a unit of time is attained when the
 * midpoint is passed.
 */
export const unitsOf = (minutes: number, rule: UnitRule, unitMinutes: number): number => {
  switch (rule) {
    case 'PER_SESSION':
      return 1
    case 'CMS_8_MINUTE':
      return Math.floor((minutes + CMS_UNIT_MINUTES - CMS_LEAST_MINUTES) / CMS_UNIT_MINUTES)
    case 'MIDPOINT':
      return Math.floor(minutes / unitMinutes) + (minutes % unitMinutes > unitMinutes / 2 ? 1 : 0)
    case 'COMPLETED_UNITS':
      return Math.floor(minutes / unitMinutes)
  }
}

/** A session's units according to its service's rule; null before the session ends, or without a rule. */
export const billableUnits = (
  { startedAt, endedAt, attendance, billable }: TimeSpent,
  service: Billing | null | undefined,
): number | null => {
  if (!endedAt || !service?.unitRule) return null
  if (!billable || attendance === 'ABSENT') return 0
  const minutes = Math.floor((endedAt.getTime() - startedAt.getTime()) / MINUTE_MS)
  return unitsOf(minutes, service.unitRule, service.unitMinutes)
}
