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
 * Of short transactions of the domain. They are safe to run twice and must happen in the end, so they
 * are tried for as long as the database is away; a refusal by a rule is not tried again. A worker that
 * died is missed by its heartbeat.
 */
const TRANSACTION: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  heartbeatTimeout: '5 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
}

const { planSteps, runStep } = proxyActivities<Activities>(TRANSACTION)

/** The two activities of a follow-up. */
export interface Steps {
  /** Records the planned steps and returns the next one. */
  plan: (input: SubjectInput) => Promise<{ next: NextStep | null }>
  /** Does a step and puts on record what came of it. */
  run: (input: SubjectInput & NextStep) => Promise<void>
}

/** Those of a kind that is registered in domain/messaging/follow-ups/kinds.ts. */
export const stepsOf = (kind: FollowUpName): Steps => ({
  plan: (input) => planSteps({ ...input, kind }),
  // Operators read which step it was beside the activity's name.
  run: (input) =>
    runStep.executeWithOptions({ summary: readable(input.step) }, [{ ...input, kind }]),
})

/**
 * Keeps the time of a follow-up: waits for its next step until it is due or fired, does it, and ends
 * when nothing is left. The steps are kept in the database. Whatever changes them (the subject, or an
 * operator who fires, skips or cancels) changes the record and wakes this, which plans anew.
 */
export const followSteps = async (input: SubjectInput, { plan, run }: Steps): Promise<void> => {
  const wake = listenForWake()
  for (;;) {
    wake.reset()
    const { next } = await plan(input)
    showProgress(next && { step: next.step, dueAt: next.runNowAt ?? next.dueAt })
    if (wake.woken) continue
    if (!next) return
    if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
    const changed = await wake.until(Date.parse(next.runNowAt ?? next.dueAt), next.step)
    if (!changed) await run({ ...input, ...next })
  }
}
