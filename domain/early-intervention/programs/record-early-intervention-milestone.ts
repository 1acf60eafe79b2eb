import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { jsonArray } from '#platform/core/json.ts'
import { dateText } from '#platform/core/time.ts'
import { earliestOf, IDEA_PART_C } from '../clocks/rules.ts'
import { changeProgram } from './change-program.ts'
import { lockProgramDates } from './recalculate-deadlines.ts'
import { withConsent } from './with-consent.ts'
import { assertReachable, assertWithin, withMilestone } from './rules.ts'
import type { RecordMilestone } from './schemas.ts'

type Input = RecordRef & { milestone: RecordMilestone }

/** Said again with another date, corrected. Reviews and annual meetings add up. */
export const recordEarlyInterventionMilestone = (ctx: Context, { milestone, ...ref }: Input) =>
  changeProgram(ctx, ref, async ({ row, milestones, span }, tx) => {
    assertWithin('occurredOn', milestone.occurredOn, span)
    const { clocks, birthDate } = (await lockProgramDates(tx, row.id))!
    const { kind } = milestone
    assertReachable(milestone, earliestOf(clocks ?? IDEA_PART_C, kind, dateText(birthDate)))
    const reached = await withConsent(tx, row.childId, milestone)
    return { milestones: jsonArray(withMilestone(milestones, reached)) }
  })
