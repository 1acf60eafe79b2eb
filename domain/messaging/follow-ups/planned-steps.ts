import { utc } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { stepsFor, type FollowUpRef } from './plan-steps.ts'
import { pendingAfter, revise } from './plan.ts'
import { scheduledSteps } from './queries.ts'
import { findFollowUp } from './record.ts'

/** The steps that will be pending once the workflow has planned for the subject as of this transaction. */
export const plannedSteps = async (
  tx: Transaction,
  ref: FollowUpRef,
): Promise<{ step: string; dueAt: string }[]> => {
  const kind = tx.platform.registry.followUps[ref.kind]
  const [facts, followUp, others] = await Promise.all([
    kind.facts(tx, ref.subjectId),
    findFollowUp(tx, ref),
    scheduledSteps(tx, ref.subjectId, ref.kind),
  ])
  const planned = stepsFor(kind, followUp, kind.plan(facts))
  const pending = pendingAfter(followUp.steps, planned, revise(followUp.steps, planned))
  return [...pending.map(({ step, dueAt }) => ({ step, dueAt: utc(dueAt) })), ...others].toSorted(
    (a, b) => a.dueAt.localeCompare(b.dueAt) || a.step.localeCompare(b.step),
  )
}
