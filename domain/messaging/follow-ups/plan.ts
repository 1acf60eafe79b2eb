import { addMinutes } from '#platform/core/time/time.ts'
import { quietHoursAround, type QuietHours } from '../messages/rules.ts'

/** An action that will happen unless the subject changes first. */
export interface PlannedStep {
  step: string
  dueAt: Date
  /** The time at which it would be due without quiet hours. */
  originallyDueAt?: Date
  /** The reason, if it is already known that the step will not happen. */
  skipped?: string
  /** The step's effect, if its name does not describe it. */
  description?: string
}

/** A recorded step. */
export interface RecordedStep {
  step: string
  dueAt: Date
  status: string
  /** When an operator triggered it. */
  runNowAt: Date | null
  /** What a person must do. */
  actionRequired?: string | null
  /** The step's effect. */
  description?: string | null
  /** Whether one of its messages was not delivered and nobody has handled this. */
  unreached?: boolean
  /** Whether it was due while the centre was suspended. */
  dueWhileSuspended?: boolean
  /** For a pending step, the reason why it waits. */
  outcome?: string | null
}

/** The changes that turn recorded steps into those of a new plan. */
export interface Revision {
  /** Past steps that are renamed. A reminder that was sent for another time keeps its record. */
  keep: { step: string; as: string }[]
  /** Steps that are new or have moved. */
  put: PlannedStep[]
  /** Steps whose effect changes, but not their time. */
  describe: PlannedStep[]
  /** Steps that will no longer happen. */
  cancel: string[]
}

/** Marks steps as skipped that were due while the follow-up was cancelled. */
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

/** The changes that make the record match the plan; empty if it already does. */
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

/** `reminder-48h.1`, `.2`…: the same step when it was executed for an earlier time that no longer applies. */
const nameOfPast = (step: string, names: ReadonlyMap<string, unknown>): string => {
  let number = 1
  while (names.has(`${step}.${number}`)) number++
  return `${step}.${number}`
}

/** A step that is pending. `at` is earlier than `dueAt` if an operator triggered it. */
export interface PendingStep {
  step: string
  dueAt: Date
  at: Date
}

/** The steps that are pending once the revision is written. */
export const pendingAfter = (
  recorded: readonly RecordedStep[],
  planned: readonly PlannedStep[],
  { put }: Revision,
): PendingStep[] => {
  const fresh = new Map(put.map((step) => [step.step, step]))
  const known = new Map(recorded.map((step) => [step.step, step]))
  return planned.flatMap(({ step, dueAt }) => {
    const renewed = fresh.get(step)
    if (renewed) return renewed.skipped ? [] : [{ step, dueAt, at: dueAt }]
    const { status, runNowAt } = known.get(step)!
    return status === 'SCHEDULED' ? [{ step, dueAt, at: runNowAt ?? dueAt }] : []
  })
}

/** The next step: the earliest pending one, but steps that an operator triggered come first. */
export const nextOf = (
  recorded: readonly RecordedStep[],
  planned: readonly PlannedStep[],
  revision: Revision,
): PendingStep | null =>
  pendingAfter(recorded, planned, revision).toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )[0] ?? null

/** The time zone and the hours of quiet hours. */
export interface Quiet {
  timeZone: string
  quietHours: QuietHours | null
}

/** Moves a message step to the end of quiet hours. */
export const afterQuiet = (
  step: string,
  dueAt: Date,
  { timeZone, quietHours }: Quiet,
): PlannedStep => {
  const quiet = quietHoursAround(dueAt, timeZone, quietHours)
  return quiet ? { step, dueAt: quiet.until, originallyDueAt: dueAt } : { step, dueAt }
}

/**
 * Moves a step out of quiet hours if it must precede an instant. If quiet hours leave too little time after
 * them, the step moves earlier.
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
