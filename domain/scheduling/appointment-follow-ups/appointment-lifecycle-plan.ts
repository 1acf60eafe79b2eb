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

/** The facts from which an appointment's steps are planned. */
export interface LifecycleFacts extends Quiet, Automation {
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  /** When it was booked for this time: at its creation or the last reschedule. */
  bookedAt: Date
  /** How long, according to the service, a booking can await confirmation. */
  confirmationWindowMinutes: number
  /** When it was confirmed, declined or expired; null if it needed no confirmation. */
  decidedAt: Date | null
  /** When its status last changed. */
  statusChangedAt: Date
  /** The tenant's setting: bookings made since then get an immediate invitation. */
  invitationsSince: Date | null
  /** The minutes before the start of the reminders for all recipients. */
  reminderOffsetsMinutes: readonly number[]
  /** Quiet hours for reminders, if their policy has its own. */
  reminderQuietHours?: QuietHours | null
}

export const NO_SHOW_STEP = 'no-show-check'
export const COMPLETION_STEP = 'completion'
export const CONFIRMATION_STEP = 'confirmation-check'
export const INVITATION_STEP = 'invitation'

/** The name of a reminder's step: `reminder-48h`, `reminder-90m`. */
export const reminderStep = (offsetMinutes: number): string =>
  offsetMinutes % 60 === 0 ? `reminder-${offsetMinutes / 60}h` : `reminder-${offsetMinutes}m`

export const isReminder = (step: string): boolean => step.startsWith('reminder-')

/** All future steps of an appointment in its current status. Pure. */
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

/** A booking that is not confirmed expires after its window, but at the latest at its start. */
const confirmationDueAt = ({ bookedAt, startsAt, confirmationWindowMinutes }: LifecycleFacts) => {
  const windowEnds = addMinutes(bookedAt, confirmationWindowMinutes)
  return windowEnds < startsAt ? windowEnds : startsAt
}

const decisionNotice = (facts: LifecycleFacts): PlannedStep[] =>
  facts.decidedAt ? [afterQuiet(DECISION_STEP, facts.decidedAt, facts)] : []

/** The notices of an appointment. An invitation also announces the confirmation. */
const told = (facts: LifecycleFacts): PlannedStep[] => {
  const invitation = atOnce(INVITATION_STEP, facts, facts.bookedAt)
  return invitation.length > 0 ? invitation : decisionNotice(facts)
}

/** A step that is due immediately but outside of quiet hours. Bookings made before the setting have none. */
const atOnce = (step: string, facts: LifecycleFacts, dueAt: Date): PlannedStep[] =>
  facts.invitationsSince && facts.bookedAt >= facts.invitationsSince
    ? [afterQuiet(step, dueAt, facts)]
    : []

/** A reminder later than this before the start would be of no use. */
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
