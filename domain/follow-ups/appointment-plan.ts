import type { AppointmentStatus } from '../appointments/rules.ts'

const MINUTE_MS = 60_000

/** An appointment that is still under way this long after its end is taken as completed. */
export const COMPLETION_DELAY_MINUTES = 60

/** What the plan of an appointment depends on. */
export interface AppointmentFacts {
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  /** When it was booked for this time: its creation or its last rescheduling. */
  bookedAt: Date
  /** The tenant's: minutes before the start. */
  reminderOffsetsMinutes: readonly number[]
  noShowGraceMinutes: number
}

/** One thing that will be done about an appointment, unless it changes before. */
export interface PlannedStep {
  step: string
  dueAt: Date
  /** Why it will not be done, when that is known already. */
  skipped?: string
}

export const NO_SHOW_STEP = 'no-show-check'
export const COMPLETION_STEP = 'completion'
export const CONFIRMATION_STEP = 'confirmation-check'

/** The step of a reminder: `reminder-48h`, `reminder-90m`. */
export const reminderStep = (offsetMinutes: number): string =>
  offsetMinutes % 60 === 0 ? `reminder-${offsetMinutes / 60}h` : `reminder-${offsetMinutes}m`

export const isReminder = (step: string): boolean => step.startsWith('reminder-')

/** Everything that is to happen to an appointment from its present state on. Pure. */
export const planOf = (facts: AppointmentFacts): PlannedStep[] => {
  const after = (instant: Date, minutes: number) =>
    new Date(instant.getTime() + minutes * MINUTE_MS)
  switch (facts.status) {
    case 'PENDING_CONFIRMATION':
      return [...reminders(facts), { step: CONFIRMATION_STEP, dueAt: facts.startsAt }]
    case 'CONFIRMED':
      return [
        ...reminders(facts),
        { step: NO_SHOW_STEP, dueAt: after(facts.startsAt, facts.noShowGraceMinutes) },
      ]
    case 'CHECKED_IN':
    case 'IN_PROGRESS':
      return [{ step: COMPLETION_STEP, dueAt: after(facts.endsAt, COMPLETION_DELAY_MINUTES) }]
    case 'HELD':
    case 'COMPLETED':
    case 'CANCELLED':
    case 'NO_SHOW':
    case 'DECLINED':
    case 'EXPIRED':
    case 'ENTERED_IN_ERROR':
      return []
  }
}

const reminders = ({ startsAt, bookedAt, reminderOffsetsMinutes }: AppointmentFacts) =>
  [...new Set(reminderOffsetsMinutes)].map((offset): PlannedStep => {
    const dueAt = new Date(startsAt.getTime() - offset * MINUTE_MS)
    const step = reminderStep(offset)
    return dueAt < bookedAt ? { step, dueAt, skipped: 'already past when booked' } : { step, dueAt }
  })

export interface RecordedStep {
  step: string
  dueAt: Date
  status: string
}

/** How the steps on record become those of a new plan. */
export interface Revision {
  /** Steps of the past that make room: a reminder that was sent for another time keeps its record. */
  keep: { step: string; as: string }[]
  /** New and moved steps. */
  put: PlannedStep[]
  /** Steps that will not happen any more. */
  cancel: string[]
}

/** What to change on record so that it says what is planned. Nothing, when it does already. */
export const revise = (
  recorded: readonly RecordedStep[],
  planned: readonly PlannedStep[],
): Revision => {
  const byName = new Map(recorded.map((step) => [step.step, step]))
  const revision: Revision = { keep: [], put: [], cancel: [] }
  for (const step of planned) {
    const known = byName.get(step.step)
    const moved = known && known.dueAt.getTime() !== step.dueAt.getTime()
    if (!known || known.status === 'CANCELLED' || (moved && known.status === 'SCHEDULED')) {
      revision.put.push(step)
    } else if (moved) {
      revision.keep.push({ step: step.step, as: nameOfPast(step.step, byName) })
      revision.put.push(step)
    }
  }
  const names = new Set(planned.map(({ step }) => step))
  revision.cancel = recorded
    .filter(({ step, status }) => status === 'SCHEDULED' && !names.has(step))
    .map(({ step }) => step)
  return revision
}

/** `reminder-48h.1`, `.2`…: the same step, done for a time that was given up. */
const nameOfPast = (step: string, names: ReadonlyMap<string, unknown>): string => {
  let number = 1
  while (names.has(`${step}.${number}`)) number++
  return `${step}.${number}`
}
