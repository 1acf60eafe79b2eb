import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { replan, type FollowUpRef } from './plan-steps.ts'
import { scheduledSteps } from './queries.ts'

/** What is to happen to a subject as it stands in this transaction: as its workflow will plan it. */
export const plannedSteps = (tx: Transaction, ref: FollowUpRef) =>
  tx.rehearse(async () => {
    await replan(tx, ref)
    return scheduledSteps(tx, ref.subjectId)
  })
