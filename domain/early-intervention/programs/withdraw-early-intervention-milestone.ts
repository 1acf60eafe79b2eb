import type { Context } from '#platform/core/context/context.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { changeProgram, type ProgramRef } from './change-program.ts'
import { emitCorrected } from './events.ts'
import { withoutMilestone } from './rules.ts'
import type { WithdrawMilestone } from './schemas.ts'

/** Removes a milestone recorded by mistake. */
export const withdrawEarlyInterventionMilestone = (
  ctx: Context,
  { milestone, ...ref }: ProgramRef & { milestone: WithdrawMilestone },
) =>
  changeProgram(ctx, ref, ({ row, milestones }, tx) => {
    const after = withoutMilestone(milestones, milestone)
    emitCorrected(tx, row, ['MILESTONE'])
    return { milestones: jsonArray(after) }
  })
