import {
  COMPLETION_DOES,
  completionDueAt,
  NO_SHOW_DOES,
  noShowDueAt,
  type Automation,
} from '../appointment-automation/rules.ts'
import {
  CANCELLATION_NOTICE_STEP,
  DECISION_STEP,
  INVITATION_STEP,
} from '../appointments/notice-steps.ts'
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
  /** Changes since then are announced; null: all are. */
  noticesSince: Date | null
  /** Whether guardians are told of the booking. */
  announcesBooking: boolean
  /** Whether its time or place changed since it was booked. */
  isMoved: boolean
  /** The start before the last move. */
  movedFrom: Date | null
  /** How long the notice of a move waits. */
  holdMinutes: number
  /** The minutes before the start of the reminders for all recipients. */
  reminderOffsetsMinutes: readonly number[]
  /** Quiet hours for reminders, if their policy has its own. */
  reminderQuietHours?: QuietHours | null
}

export const NO_SHOW_STEP = 'no-show-check'
export const COMPLETION_STEP = 'completion'
export const CONFIRMATION_STEP = 'confirmation-check'

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
      return isAnnounced(facts, facts.statusChangedAt)
        ? [afterQuiet(CANCELLATION_NOTICE_STEP, facts.statusChangedAt, facts)]
        : []
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

/** The notices of an appointment. A notice of its time also announces the confirmation. */
const told = (facts: LifecycleFacts): PlannedStep[] => {
  const { bookedAt, isMoved, announcesBooking, decidedAt } = facts
  const decidedSince = decidedAt !== null && decidedAt >= bookedAt
  const isTold = isInvited(facts) || (isMoved ? !decidedSince : announcesBooking)
  return isTold && isAnnounced(facts, bookedAt)
    ? [afterQuiet(INVITATION_STEP, isMoved ? heldUntil(facts) : bookedAt, facts)]
    : decisionNotice(facts)
}

/** Bookings made before the setting get no invitation. */
const isInvited = ({ invitationsSince, bookedAt }: LifecycleFacts): boolean =>
  invitationsSince !== null && bookedAt >= invitationsSince

/** Whether a change is announced. An update of the platform does not announce what happened before. */
const isAnnounced = (facts: LifecycleFacts, changedAt: Date): boolean =>
  isInvited(facts) || facts.noticesSince === null || changedAt >= facts.noticesSince

/** The notice of a move leaves this long before the appointment, if the move was made in time. */
const URGENT_MINUTES = 120

/** When the notice of a move is sent, unless the move is taken back: soon, if the appointment begins soon. */
const heldUntil = ({ bookedAt, startsAt, movedFrom, holdMinutes }: LifecycleFacts): Date => {
  const first = movedFrom && movedFrom < startsAt ? movedFrom : startsAt
  const latest = addMinutes(first, -URGENT_MINUTES)
  const held = addMinutes(bookedAt, holdMinutes)
  const until = held < latest ? held : latest
  return until > bookedAt ? until : bookedAt
}

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
