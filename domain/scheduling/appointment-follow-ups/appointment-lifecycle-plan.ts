import {
  COMPLETION_DOES,
  completionDueAt,
  NO_SHOW_DOES,
  noShowDueAt,
  type Automation,
} from '../appointment-automation/rules.ts'
import { CANCELLATION_NOTICE_STEP, DECISION_STEP } from '../appointments/notice-steps.ts'
import type { AppointmentStatus } from '../slots/appointment-status.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import type { QuietHours } from '#messaging/messages/rules.ts'
import {
  afterQuiet,
  aroundQuiet,
  type PlannedStep,
  type Quiet,
} from '#messaging/follow-ups/plan.ts'

/** The input of an appointment's plan. */
export interface LifecycleFacts extends Quiet, Automation {
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  /** When it was booked for this time: creation or last reschedule. */
  bookedAt: Date
  /** The service's limit for confirming a booking. */
  confirmationWindowMinutes: number
  /** When it was confirmed, declined or expired; null if no confirmation was needed. */
  decidedAt: Date | null
  /** When its state last changed. */
  statusChangedAt: Date
  /** The tenant's setting: later bookings get an immediate invitation. */
  invitationsSince: Date | null
  /** For all recipients: minutes before the start. */
  reminderOffsetsMinutes: readonly number[]
  /** For reminders, if their policy has its own. */
  reminderQuietHours?: QuietHours | null
}

export const NO_SHOW_STEP = 'no-show-check'
export const COMPLETION_STEP = 'completion'
export const CONFIRMATION_STEP = 'confirmation-check'
export const INVITATION_STEP = 'invitation'

/** A reminder's step name: `reminder-48h`, `reminder-90m`. */
export const reminderStep = (offsetMinutes: number): string =>
  offsetMinutes % 60 === 0 ? `reminder-${offsetMinutes / 60}h` : `reminder-${offsetMinutes}m`

export const isReminder = (step: string): boolean => step.startsWith('reminder-')

/** All future steps of an appointment in its current state. Pure. */
export const planOf = (facts: LifecycleFacts): PlannedStep[] => {
  switch (facts.status) {
    case 'PENDING_CONFIRMATION':
      return [...reminders(facts), { step: CONFIRMATION_STEP, dueAt: confirmationDueAt(facts) }]
    case 'CONFIRMED':
      return [
        ...told(facts),
        ...reminders(facts),
        {
          step: NO_SHOW_STEP,
          dueAt: noShowDueAt(facts, facts),
          description: NO_SHOW_DOES[facts.noShowMode],
        },
      ]
    case 'CHECKED_IN':
    case 'IN_PROGRESS':
      return [
        {
          step: COMPLETION_STEP,
          dueAt: completionDueAt(facts, facts),
          description: COMPLETION_DOES[facts.completionMode],
        },
      ]
    case 'DECLINED':
    case 'EXPIRED':
      return decisionNotice(facts)
    case 'CANCELLED':
    case 'ENTERED_IN_ERROR':
      return atOnce(CANCELLATION_NOTICE_STEP, facts, facts.statusChangedAt)
    case 'HELD':
    case 'COMPLETED':
    case 'NO_SHOW':
      return []
  }
}

/** An unconfirmed booking expires after its window, at latest at its start. */
const confirmationDueAt = ({ bookedAt, startsAt, confirmationWindowMinutes }: LifecycleFacts) => {
  const windowEnds = addMinutes(bookedAt, confirmationWindowMinutes)
  return windowEnds < startsAt ? windowEnds : startsAt
}

const decisionNotice = (facts: LifecycleFacts): PlannedStep[] =>
  facts.decidedAt ? [afterQuiet(DECISION_STEP, facts.decidedAt, facts)] : []

/** An invitation also announces the confirmation. */
const told = (facts: LifecycleFacts): PlannedStep[] => {
  const invitation = atOnce(INVITATION_STEP, facts, facts.bookedAt)
  return invitation.length > 0 ? invitation : decisionNotice(facts)
}

/** Outside quiet hours; none for bookings from before the setting. */
const atOnce = (step: string, facts: LifecycleFacts, dueAt: Date): PlannedStep[] =>
  facts.invitationsSince && facts.bookedAt >= facts.invitationsSince
    ? [afterQuiet(step, dueAt, facts)]
    : []

/** A reminder less than this before the start is of no use. */
const REMINDER_NOTICE_MINUTES = 60

const reminders = ({
  startsAt,
  bookedAt,
  reminderOffsetsMinutes,
  timeZone,
  quietHours: ofCentre,
  reminderQuietHours: quietHours = ofCentre,
}: LifecycleFacts): PlannedStep[] =>
  [...new Set(reminderOffsetsMinutes)].map((offset) => {
    const planned = aroundQuiet(
      reminderStep(offset),
      addMinutes(startsAt, -offset),
      { timeZone, quietHours },
      { before: startsAt, noticeMinutes: REMINDER_NOTICE_MINUTES },
    )
    return planned.dueAt < bookedAt ? { ...planned, skipped: 'already past when booked' } : planned
  })
