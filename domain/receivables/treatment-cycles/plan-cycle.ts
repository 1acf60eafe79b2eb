import { Temporal } from 'temporal-polyfill'
import { atLocalTime } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'
import type { Crossings, Threshold } from './rules.ts'

/** When all-day steps are executed: at the start of the working day. */
const MORNING = '09:00'

export interface CycleFacts extends Quiet, Crossings {
  closed: boolean
  archived: boolean
  endsOn: string
  renewOn: string
  /** Whether the cycle has a successor. */
  renewed: boolean
}

/** Plans a warning for each share that is reached, the renewal, and the end. Pure. */
export const planCycle = (facts: CycleFacts): PlannedStep[] => {
  const { closed, archived, renewed, reached80At, reached90At, timeZone } = facts
  if (closed || archived) return []
  const onDay = (date: string) => atLocalTime(date, MORNING, timeZone)
  const warnings = [
    ...(reached80At ? [{ step: warningStep(80), dueAt: reached80At }] : []),
    ...(reached90At ? [{ step: warningStep(90), dueAt: reached90At }] : []),
  ]
  // A cycle that is nearly used up must be renewed before its last days.
  const renewal = onDay(facts.renewOn)
  const early = reached90At && reached90At < renewal ? reached90At : renewal
  const dayAfter = Temporal.PlainDate.from(facts.endsOn).add({ days: 1 }).toString()
  return [
    ...warnings,
    ...(renewed ? [] : [afterQuiet('renewal', early, facts)]),
    { step: 'end', dueAt: onDay(dayAfter) },
  ]
}

const warningStep = (threshold: Threshold): string => `warning-${threshold}`
