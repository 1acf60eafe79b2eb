import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { replan, type FollowUpRef } from './plan-steps.ts'
import { scheduledSteps } from './queries.ts'

/** The steps that the workflow will plan for a subject, as of this transaction. */
export const plannedSteps = (tx: Transaction, ref: FollowUpRef) =>
  tx.rehearse(async () => {
    await replan(tx, ref)
    return scheduledSteps(tx, ref.subjectId)
  })
