import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { jsonArray } from '#platform/core/json.ts'
import { changeProgram } from './change-program.ts'
import { withConsent } from './with-consent.ts'
import { assertWithin, withMilestone } from './rules.ts'
import type { RecordMilestone } from './schemas.ts'

type Input = RecordRef & { milestone: RecordMilestone }

/** ReachedMilestone; said again with another date, corrected. Reviews and evaluations add up. */
export const recordEarlyInterventionMilestone = (ctx: Context, { milestone, ...ref }: Input) =>
  changeProgram(ctx, ref, async ({ row, milestones, span }, tx) => {
    assertWithin('occurredOn', milestone.occurredOn, span)
    const reached = await withConsent(tx, row.childId, milestone)
    return { milestones: jsonArray(withMilestone(milestones, reached)) }
  })
