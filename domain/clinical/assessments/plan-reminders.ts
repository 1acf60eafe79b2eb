import { Temporal } from 'temporal-polyfill'
import { atLocalTime } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'

/** When all-day steps are executed: at the start of the working day. */
const MORNING = '09:00'
/** The interval between reminders. */
const REMIND_EVERY_DAYS = 14
/** How many days after it became overdue an assessment is escalated. */
const ESCALATE_AFTER_DAYS = 14

export interface ReminderFacts extends Quiet {
  /** True if it is neither completed nor waived. */
  open: boolean
  archived: boolean
  dueOn: string
  graceDays: number
}

/** Plans the steps: due, reminders during the grace period, overdue, escalation. Pure. */
export const planReminders = (facts: ReminderFacts): PlannedStep[] => {
  const { open, archived, dueOn, graceDays, timeZone } = facts
  if (!open || archived) return []
  const at = (step: string, days: number) =>
    afterQuiet(step, atLocalTime(later(dueOn, days), MORNING, timeZone), facts)
  const reminders = Math.ceil(graceDays / REMIND_EVERY_DAYS) - 1
  return [
    at('due', 0),
    ...Array.from({ length: reminders }, (_, index) =>
      at(`reminder-${index + 1}`, (index + 1) * REMIND_EVERY_DAYS),
    ),
    at('overdue', graceDays),
    at('escalation', graceDays + ESCALATE_AFTER_DAYS),
  ]
}

const later = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()
