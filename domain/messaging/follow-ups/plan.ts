import { addMinutes } from '#platform/core/time/time.ts'
import { quietHoursAround, type QuietHours } from '../messages/rules.ts'

/** One thing that will be done about a subject, unless the subject changes before. */
export interface PlannedStep {
  step: string
  dueAt: Date
  /** When it would be due without quiet hours. */
  originallyDueAt?: Date
  /** Why it will not be done, when that is known already. */
  skipped?: string
  /** What it will do, where its name does not say so. */
  description?: string
}

/** A step as its record has it. */
export interface RecordedStep {
  step: string
  dueAt: Date
  status: string
  /** Somebody said: now. */
  runNowAt: Date | null
  /** What somebody has to see to. */
  actionRequired?: string | null
  /** What it will do. */
  description?: string | null
  /** A message of it did not reach its recipient, and nobody has seen to that. */
  unreached?: boolean
  /** Its time came while the centre was suspended. */
  dueWhileSuspended?: boolean
  /** Of a step that has not happened: why it waits. */
  outcome?: string | null
}

/** How the steps on record become those of a new plan. */
export interface Revision {
  /** Steps of the past that make room: a reminder that was sent for another time keeps its record. */
  keep: { step: string; as: string }[]
  /** New and moved steps. */
  put: PlannedStep[]
  /** Steps that will do something else at the same time. */
  describe: PlannedStep[]
  /** Steps that will not happen any more. */
  cancel: string[]
}

/** What a follow-up that was resumed leaves out: steps whose time passed while it was cancelled. */
export const leaveOutLate = (
  planned: readonly PlannedStep[],
  resumedAt: Date,
  whenLate: (step: string) => 'SKIPPED' | 'DONE',
): PlannedStep[] =>
  planned.map((step) =>
    step.dueAt < resumedAt && !step.skipped && whenLate(step.step) === 'SKIPPED'
      ? { ...step, skipped: 'its time had passed when the follow-up was resumed' }
      : step,
  )

/** What to change on record so that it says what is planned. Nothing, when it does already. */
export const revise = (
  recorded: readonly RecordedStep[],
  planned: readonly PlannedStep[],
): Revision => {
  const byName = new Map(recorded.map((step) => [step.step, step]))
  const revision: Revision = { keep: [], put: [], describe: [], cancel: [] }
  for (const step of planned) {
    const known = byName.get(step.step)
    const moved = known && known.dueAt.getTime() !== step.dueAt.getTime()
    if (!known || known.status === 'CANCELLED' || (moved && known.status === 'SCHEDULED')) {
      revision.put.push(step)
    } else if (moved) {
      revision.keep.push({ step: step.step, as: nameOfPast(step.step, byName) })
      revision.put.push(step)
    } else if (
      known.status === 'SCHEDULED' &&
      (known.description ?? undefined) !== step.description
    ) {
      revision.describe.push(step)
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

/** What comes next: the earliest step that has not happened, one that was fired before all others. */
export const nextOf = (
  recorded: readonly RecordedStep[],
  planned: readonly PlannedStep[],
  { put }: Revision,
): { step: string; dueAt: Date; at: Date } | null => {
  const fresh = new Map(put.map((step) => [step.step, step]))
  const known = new Map(recorded.map((step) => [step.step, step]))
  const open = planned.flatMap(({ step, dueAt }) => {
    const renewed = fresh.get(step)
    if (renewed) return renewed.skipped ? [] : [{ step, dueAt, at: dueAt }]
    const { status, runNowAt } = known.get(step)!
    return status === 'SCHEDULED' ? [{ step, dueAt, at: runNowAt ?? dueAt }] : []
  })
  return open.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}

/** Where people are not to be disturbed. */
export interface Quiet {
  timeZone: string
  quietHours: QuietHours | null
}

/** A step that tells somebody something, out of quiet hours. */
export const afterQuiet = (
  step: string,
  dueAt: Date,
  { timeZone, quietHours }: Quiet,
): PlannedStep => {
  const quiet = quietHoursAround(dueAt, timeZone, quietHours)
  return quiet ? { step, dueAt: quiet.until, originallyDueAt: dueAt } : { step, dueAt }
}

/**
 * The same for what is of use only well before an instant: when quiet hours leave too little time
 * before it, it comes earlier instead.
 */
export const aroundQuiet = (
  step: string,
  dueAt: Date,
  { timeZone, quietHours }: Quiet,
  { before, noticeMinutes }: { before: Date; noticeMinutes: number },
): PlannedStep => {
  const quiet = quietHoursAround(dueAt, timeZone, quietHours)
  if (!quiet) return { step, dueAt }
  const inTime = addMinutes(quiet.until, noticeMinutes) <= before
  return {
    step,
    dueAt: inTime ? quiet.until : addMinutes(quiet.from, -1),
    originallyDueAt: dueAt,
  }
}
