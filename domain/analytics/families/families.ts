import { assessments } from './assessments.ts'
import { caseload } from './caseload.ts'
import { deadlines } from './deadlines.ts'
import type { Family } from './family.ts'
import { firstAppointments } from './first-appointments.ts'
import { goals } from './goals.ts'
import { KEPT_FAMILIES } from './kept-families.ts'
import { leads } from './leads.ts'
import { messages } from './messages.ts'
import { offeredTime } from './offered-time.ts'
import { onboardings } from './onboardings.ts'
import { outstanding } from './outstanding.ts'
import { settlements } from './settlements.ts'
import { waitlist } from './waitlist.ts'
import { webhookDeliveries } from './webhook-deliveries.ts'

/** The sources of all metrics, by name. */
export const FAMILIES = {
  ...KEPT_FAMILIES,
  OFFERED_TIME: offeredTime,
  CASELOAD: caseload,
  OUTSTANDING: outstanding,
  FIRST_APPOINTMENTS: firstAppointments,
  WAITLIST: waitlist,
  GOALS: goals,
  ASSESSMENTS: assessments,
  DEADLINES: deadlines,
  SETTLEMENTS: settlements,
  LEADS: leads,
  ONBOARDINGS: onboardings,
  MESSAGES: messages,
  WEBHOOK_DELIVERIES: webhookDeliveries,
} as const satisfies Record<string, Family>
export type FamilyName = keyof typeof FAMILIES
