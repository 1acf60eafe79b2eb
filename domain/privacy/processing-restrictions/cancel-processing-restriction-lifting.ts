import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeRestriction, transitionRefused } from './change-restriction.ts'
import { restrictionStatus } from './schemas.ts'
import { withdrawLifting } from './withdraw-lifting.ts'
import { restrictionLiftingWorkflow } from './workflows.ts'

/** Withdraws an announced lifting, because the person who obtained the restriction has objected. */
export const cancelProcessingRestrictionLifting = (ctx: Context, ref: RecordRef) =>
  changeRestriction(ctx, ref, (tx, before) => {
    if (restrictionStatus(before) !== 'LIFTING')
      throw transitionRefused(
        before,
        'The lifting of the restriction has not been announced, so there is nothing to cancel.',
      )
    tx.wake(restrictionLiftingWorkflow, before.id)
    return withdrawLifting(tx, before)
  })
