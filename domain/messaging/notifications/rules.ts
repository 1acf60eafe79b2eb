import { Temporal } from 'temporal-polyfill'
import { MINUTE_MS } from '#platform/core/time/time.ts'
import type { WorklistKind } from '../worklist/worklist-kinds.ts'

/** How soon an entry of the worklist is e-mailed to a person, from soonest to never. */
export const DELIVERIES = ['AT_ONCE', 'HOURLY', 'DAILY', 'NONE'] as const
export type Delivery = (typeof DELIVERIES)[number]

/**
 * What holds up other people or money is told at once, and what is found again the next day is told in a digest.
 * These apply unless the centre chose otherwise for a role, or the person did.
 */
export const DEFAULT_DELIVERY: Record<WorklistKind, Delivery> = {
  TASK: 'AT_ONCE',
  FOLLOW_UP_STEP: 'DAILY',
  AGENT_FILTER_TO_CHECK: 'DAILY',
  AGENT_SCHEDULE_OVERDUE: 'HOURLY',
  AGENT_STEP_TO_APPROVE: 'AT_ONCE',
  APPOINTMENT_IMPORT_TO_RUN: 'DAILY',
  APPOINTMENT_TO_CONFIRM: 'AT_ONCE',
  ASSESSMENT_TO_COMPLETE: 'DAILY',
  BREAK_GLASS_TO_REVIEW: 'DAILY',
  CREDIT_PAYOUT_FAILED: 'HOURLY',
  DUNNING_ON_HOLD: 'DAILY',
  ERASURE_TO_APPROVE: 'AT_ONCE',
  GOAL_REVIEW_TO_ANSWER: 'DAILY',
  IFSP_TO_SIGN: 'DAILY',
  INVOICE_TO_ISSUE: 'DAILY',
  KNOWLEDGE_DOCUMENT_FAILED: 'DAILY',
  LICENSE_EXPIRING: 'DAILY',
  LICENSE_TO_VERIFY: 'DAILY',
  MESSAGE_UNREACHED: 'HOURLY',
  NOTE_RETURNED: 'AT_ONCE',
  NOTE_TO_COSIGN: 'DAILY',
  NOTE_TO_SIGN: 'DAILY',
  ONBOARDING_ITEM_TO_CHECK: 'DAILY',
  ONBOARDING_TO_APPROVE: 'AT_ONCE',
  ONBOARDING_WAITS_FOR_CENTRE: 'DAILY',
  PAYOUT_ACCOUNT_TO_VERIFY: 'AT_ONCE',
  REFUND_FAILED: 'AT_ONCE',
  PLATFORM_PAYOUT_TO_APPROVE: 'AT_ONCE',
  SETTLEMENT_TO_APPROVE: 'AT_ONCE',
  TIME_OFF_TO_DECIDE: 'AT_ONCE',
  TIME_OFF_WITH_APPOINTMENTS: 'HOURLY',
  WEBHOOK_ENDPOINT_DISABLED: 'AT_ONCE',
  WEBHOOK_RECOVERY_FAILED: 'HOURLY',
}

/** How many seconds a notification waits for others to the same person, which then are one mail. */
const GATHERING_SECONDS = 15

/** When a notification goes out; undefined if the person wants none. */
export const noticeTime = (
  now: Date,
  delivery: Delivery,
  { timeZone, digestTime }: { timeZone: string; digestTime: string },
): Date | undefined => {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  switch (delivery) {
    case 'AT_ONCE':
      return new Date(now.getTime() + GATHERING_SECONDS * 1_000)
    case 'HOURLY': {
      const local = instant.toZonedDateTimeISO(timeZone)
      const hour = local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 })
      return new Date(hour.epochMilliseconds)
    }
    case 'DAILY': {
      const local = instant.toZonedDateTimeISO(timeZone)
      const today = local.withPlainTime(digestTime)
      const next =
        Temporal.ZonedDateTime.compare(today, local) > 0
          ? today
          : local.add({ days: 1 }).withPlainTime(digestTime)
      return new Date(next.epochMilliseconds)
    }
    case 'NONE':
      return undefined
  }
}

/** The more urgent of several choices, such as those for the roles of one person. */
export const mostUrgent = (choices: readonly Delivery[]): Delivery | undefined =>
  DELIVERIES.find((delivery) => choices.includes(delivery))

/** Waits that lapse sooner than this are told once. */
const SHORTEST_MS = 30 * MINUTE_MS

/** When those who were told are reminded: half way to the due time. */
export const remindAt = (now: Date, dueAt: Date | null): Date | null => {
  const left = (dueAt?.getTime() ?? 0) - now.getTime()
  return left < SHORTEST_MS ? null : new Date(now.getTime() + left / 2)
}

/** After the reminder: when the next in the chain are told, with the last fifth of the whole time left. */
export const escalateAt = (now: Date, dueAt: Date | null): Date | null => {
  const left = (dueAt?.getTime() ?? 0) - now.getTime()
  return left <= 0 ? null : new Date(now.getTime() + left * 0.6)
}
