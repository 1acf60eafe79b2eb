import type { Context } from '#platform/core/context.ts'
import { jsonArray } from '#platform/core/json.ts'
import { changeProgram } from './change-program.ts'
import { withoutMilestone } from './rules.ts'
import type { Input } from './record-early-intervention-milestone.ts'

/** Recorded by mistake. */
export const withdrawEarlyInterventionMilestone = (ctx: Context, { milestone, ...ref }: Input) =>
  changeProgram(ctx, ref, ({ milestones }) => ({
    milestones: jsonArray(withoutMilestone(milestones, milestone)),
  }))
