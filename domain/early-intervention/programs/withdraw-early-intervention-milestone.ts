import type { Context } from '#platform/core/context.ts'
import { jsonArray } from '#platform/core/json.ts'
import { changeProgram } from './change-program.ts'
import { withoutMilestone } from './rules.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import type { WithdrawMilestone } from './schemas.ts'

/** Recorded by mistake. */
export const withdrawEarlyInterventionMilestone = (
  ctx: Context,
  { milestone, ...ref }: RecordRef & { milestone: WithdrawMilestone },
) =>
  changeProgram(ctx, ref, ({ milestones }) => ({
    milestones: jsonArray(withoutMilestone(milestones, milestone)),
  }))
