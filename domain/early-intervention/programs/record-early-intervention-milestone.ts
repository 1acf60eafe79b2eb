import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { jsonArray } from '#platform/core/json.ts'
import { dateText } from '#platform/core/time.ts'
import { IDEA_PART_C } from '../clocks/idea-part-c.ts'
import { earliestOf } from '../clocks/rules.ts'
import { changeProgram } from './change-program.ts'
import { lockProgramDates } from './recalculate-deadlines.ts'
import { withConsent } from './with-consent.ts'
import { closedBy } from './close-program.ts'
import {
  assertEligibility,
  assertInterim,
  assertReachable,
  assertWithin,
  withMilestone,
} from './rules.ts'
import type { RecordMilestone } from './schemas.ts'

const NOT_ELIGIBLE = 'The child is not eligible'

type Input = RecordRef & { milestone: RecordMilestone }

/** Said again with another date, corrected. Reviews and annual meetings add up; a child who is not eligible leaves. */
export const recordEarlyInterventionMilestone = (ctx: Context, { milestone, ...ref }: Input) =>
  changeProgram(ctx, ref, async ({ row, milestones, span, timeZone }, tx) => {
    assertWithin('occurredOn', milestone.occurredOn, span)
    const { clocks, birthDate } = (await lockProgramDates(tx, row.id))!
    const { kind } = milestone
    assertReachable(milestone, earliestOf(clocks ?? IDEA_PART_C, kind, dateText(birthDate)))
    assertEligibility(milestone, span)
    assertInterim(milestone, { ...row, milestones })
    const reached = await withConsent(tx, { childId: row.childId, timeZone }, milestone)
    const after = withMilestone(milestones, reached)
    if (!milestone.notEligible) return { milestones: jsonArray(after) }
    return closedBy(after, milestone.occurredOn, NOT_ELIGIBLE)
  })
