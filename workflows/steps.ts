import {
  continueAsNew,
  proxyActivities,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import type { FollowUpName } from '#messaging/follow-ups/names.ts'
import type { NextStep } from '#messaging/follow-ups/plan-steps.ts'
import { showProgress } from './progress.ts'
import { readable } from '#platform/core/workflow-kinds/readable.ts'
import { listenForWake } from './subject.ts'

/**
 * For short transactions of the domain. They are safe to run twice and must succeed eventually, so they are
 * retried while the database is unavailable; a refusal by a rule is not retried. Heartbeats detect a dead
 * worker.
 */
const TRANSACTION: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  heartbeatTimeout: '5 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
}

const { planSteps, runStep } = proxyActivities<Activities>(TRANSACTION)

/** What a follow-up waits for; null if nothing is left to do. */
interface Planned {
  next: NextStep | null
}

/** The two activities of a follow-up. */
export interface Steps {
  /** Records the planned steps and returns the next one. */
  plan: (input: SubjectInput) => Promise<Planned>
  /** Runs a step, records its result and plans again. In old histories it only ran the step. */
  run: (input: SubjectInput & NextStep) => Promise<Planned | undefined>
}

/** The activities of a kind in domain/registry/follow-ups.ts. */
export const stepsOf = (kind: FollowUpName): Steps => ({
  plan: (input) => planSteps({ ...input, kind }),
  // Shows operators the step next to the name of the activity.
  run: (input) =>
    runStep.executeWithOptions({ summary: readable(input.step) }, [{ ...input, kind }]),
})

/** The subject of a follow-up, and its first step if it was planned before the workflow started. */
export interface FollowUpInput extends SubjectInput {
  first?: NextStep
}

/**
 * Keeps the time of a follow-up: waits until its next step is due or was triggered, runs it, and ends when
 * nothing is left. The database stores the steps. Every change of them (by the subject, or by an operator who
 * triggers, skips or cancels) changes the record and wakes this workflow to plan again.
 *
 * The relay starts a planned follow-up when its first step is due, or earlier, with a wake.
 */
export const followSteps = async (
  { first, ...input }: FollowUpInput,
  { plan, run }: Steps,
): Promise<void> => {
  const wake = listenForWake()
  const planAgain = async () => {
    wake.reset()
    return shown(await plan(input))
  }
  let next = first ?? (await planAgain())
  for (;;) {
    while (wake.woken) next = await planAgain()
    if (!next) return
    if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
    if (await wake.until(timeOf(next), next.step)) continue
    const planned = await run({ ...input, ...next })
    next = planned && !wake.woken ? shown(planned) : await planAgain()
  }
}

/** Shows operators the next step. */
const shown = ({ next }: Planned): NextStep | null => {
  showProgress(next && { step: next.step, dueAt: next.runNowAt ?? next.dueAt })
  return next
}

const timeOf = ({ dueAt, runNowAt }: NextStep): number => Date.parse(runNowAt ?? dueAt)
