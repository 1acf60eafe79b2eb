import { Temporal } from 'temporal-polyfill'
import { atLocalTime } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'
import type { Crossings, Threshold } from './rules.ts'

/** The start of the working day, for all-day events. */
const MORNING = '09:00'

export interface CycleFacts extends Quiet, Crossings {
  closed: boolean
  archived: boolean
  endsOn: string
  renewOn: string
  /** A successor exists. */
  renewed: boolean
}

/** A warning per reached share, the renewal, and the end. Pure. */
export const planCycle = (facts: CycleFacts): PlannedStep[] => {
  const { closed, archived, renewed, reached80At, reached90At, timeZone } = facts
  if (closed || archived) return []
  const onDay = (date: string) => atLocalTime(date, MORNING, timeZone)
  const warnings = [
    ...(reached80At ? [{ step: warningStep(80), dueAt: reached80At }] : []),
    ...(reached90At ? [{ step: warningStep(90), dueAt: reached90At }] : []),
  ]
  // A nearly used-up cycle is renewed before its last days.
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
