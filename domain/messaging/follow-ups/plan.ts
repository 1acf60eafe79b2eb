import { addMinutes } from '#platform/core/time/time.ts'
import { quietHoursAround, type QuietHours } from '../messages/rules.ts'

/** A planned action, unless the subject changes first. */
export interface PlannedStep {
  step: string
  dueAt: Date
  /** Its due time without quiet hours. */
  originallyDueAt?: Date
  /** Why it will not happen, if already known. */
  skipped?: string
  /** Its effect, if the name does not say it. */
  description?: string
}

/** A recorded step. */
export interface RecordedStep {
  step: string
  dueAt: Date
  status: string
  /** An operator fired it. */
  runNowAt: Date | null
  /** What a person must handle. */
  actionRequired?: string | null
  /** Its effect. */
  description?: string | null
  /** An undelivered message of it that nobody has handled. */
  unreached?: boolean
  /** It was due while the centre was suspended. */
  dueWhileSuspended?: boolean
  /** For a pending step: why it waits. */
  outcome?: string | null
}

/** How recorded steps become those of a new plan. */
export interface Revision {
  /** Past steps that are renamed: a reminder sent for another time keeps its record. */
  keep: { step: string; as: string }[]
  /** New and moved steps. */
  put: PlannedStep[]
  /** Steps with another effect at the same time. */
  describe: PlannedStep[]
  /** Steps that will no longer happen. */
  cancel: string[]
}

/** Steps a resumed follow-up skips: due while it was cancelled. */
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

/** The changes that make the record match the plan; empty if it does. */
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

/** `reminder-48h.1`, `.2`…: the same step done for an earlier, abandoned time. */
const nameOfPast = (step: string, names: ReadonlyMap<string, unknown>): string => {
  let number = 1
  while (names.has(`${step}.${number}`)) number++
  return `${step}.${number}`
}

/** The next step: the earliest pending one, fired ones first. */
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

/** Where quiet hours apply. */
export interface Quiet {
  timeZone: string
  quietHours: QuietHours | null
}

/** Moves a message step out of quiet hours. */
export const afterQuiet = (
  step: string,
  dueAt: Date,
  { timeZone, quietHours }: Quiet,
): PlannedStep => {
  const quiet = quietHoursAround(dueAt, timeZone, quietHours)
  return quiet ? { step, dueAt: quiet.until, originallyDueAt: dueAt } : { step, dueAt }
}

/** The same for a step that must precede an instant: if quiet hours leave too little time, it moves earlier. */
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
