import { addMinutes } from '#platform/core/time/time.ts'
import { aroundQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'

const DAY_MINUTES = 24 * 60
/** A reminder must leave at least this much time to respond. */
const NOTICE_MINUTES = 60

const REMINDER = 'reminder-'
export const EXPIRED_STEP = 'expired'

export interface ExpiryFacts extends Quiet {
  expiresAt: Date | null
  revokedAt: Date | null
  recordedAt: Date
  childArchived: boolean
  /** Whether the child’s care has ended. */
  childDischarged: boolean
  /** Whether the child has a consent of the same kind that lasts longer. */
  superseded: boolean
  remindDaysBefore: readonly number[]
}

/** Plans reminders before the expiry, and a step for staff after it. Pure. */
export const planExpiry = (facts: ExpiryFacts): PlannedStep[] => {
  const { expiresAt, recordedAt } = facts
  if (whyNot(facts) || !expiresAt) return []
  const inTime = { before: expiresAt, noticeMinutes: NOTICE_MINUTES }
  const reminders = facts.remindDaysBefore
    .map((days) => ({ days, dueAt: addMinutes(expiresAt, -days * DAY_MINUTES) }))
    .filter(({ dueAt }) => dueAt > recordedAt)
    .map(({ days, dueAt }) => aroundQuiet(`${REMINDER}${days}d`, dueAt, facts, inTime))
  return [...reminders, { step: EXPIRED_STEP, dueAt: expiresAt }]
}

/** The reason why no reminder is sent; undefined if reminders are due. */
export const whyNot = ({
  expiresAt,
  revokedAt,
  recordedAt,
  childArchived,
  childDischarged,
  superseded,
}: ExpiryFacts): string | undefined => {
  if (revokedAt) return 'the consent was revoked'
  if (superseded) return 'a longer consent is on record'
  if (childArchived) return 'the child is archived'
  if (childDischarged) return 'the child was discharged'
  if (!expiresAt) return 'the consent has no end'
  return expiresAt <= recordedAt ? 'it had expired when it was recorded' : undefined
}

export const isReminder = (step: string): boolean => step.startsWith(REMINDER)
