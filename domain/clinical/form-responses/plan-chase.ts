import { addMinutes } from '#platform/core/time/time.ts'
import {
  afterQuiet,
  aroundQuiet,
  type PlannedStep,
  type Quiet,
} from '#messaging/follow-ups/plan.ts'
import type { FormResponseStatus } from './rules.ts'

const DAY_MINUTES = 24 * 60
/** A guardian asked this recently is not reminded. */
const REMINDER_GAP_MINUTES = 12 * 60
/** How long before the form is needed staff are notified. */
const ATTENTION_MINUTES = DAY_MINUTES
/** How long before the form is needed the last reminder must be sent, so that there is time to respond. */
const NOTICE_MINUTES = 60

export const REQUEST_STEP = 'request'
export const ATTENTION_STEP = 'attention'
const REMINDER = 'reminder-'

export interface ChaseFacts extends Quiet {
  status: FormResponseStatus
  childArchived: boolean
  /** When guardians were last asked; null if nobody is being asked. */
  askedAt: Date | null
  /** The start of the next visit that requires the form, or the requested date if it is earlier. */
  neededBy: Date | null
  remindDaysBefore: readonly number[]
}

/** Plans the request, the reminders, and the notification of staff before the form is needed. Pure. */
export const planChase = (facts: ChaseFacts): PlannedStep[] => {
  const { askedAt, neededBy } = facts
  if (whyNot(facts) || !askedAt || !neededBy) return []
  const reminders = facts.remindDaysBefore
    .map((days) => ({ days, dueAt: addMinutes(neededBy, -days * DAY_MINUTES) }))
    .filter(({ dueAt }) => dueAt > addMinutes(askedAt, REMINDER_GAP_MINUTES))
  const noLater = { before: neededBy, noticeMinutes: NOTICE_MINUTES }
  const attention = addMinutes(neededBy, -ATTENTION_MINUTES)
  return [
    afterQuiet(REQUEST_STEP, askedAt, facts),
    ...reminders.map(({ days, dueAt }) =>
      aroundQuiet(`${REMINDER}${days}d`, dueAt, facts, noLater),
    ),
    { step: ATTENTION_STEP, dueAt: attention > askedAt ? attention : askedAt },
  ]
}

/** The reason why no reminders are sent; undefined if they are sent. */
export const whyNot = ({
  status,
  childArchived,
  askedAt,
  neededBy,
}: ChaseFacts): string | undefined => {
  if (status !== 'OPEN') return `the form is ${status}`
  if (childArchived) return 'the child is archived'
  if (!askedAt) return 'the guardians are not asked'
  return neededBy ? undefined : 'no appointment needs it any more'
}

export const isAsking = (step: string): boolean =>
  step === REQUEST_STEP || step.startsWith(REMINDER)
