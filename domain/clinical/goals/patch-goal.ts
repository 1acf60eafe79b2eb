import { goalMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { followStanding, standingOf } from './assess-goal.ts'
import { loadPoints } from './queries.ts'
import { goalRecord } from './record.ts'
import { assertAim } from './rules.ts'
import type { PatchGoal } from './schemas.ts'

/** Changes a goal that is not finished. A new target evaluates its measurements again. */
export const patchGoal = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchGoal }) =>
  moveRecord(ctx, ref, goalRecord, goalMoves, 'patch', {
    fields: async (before, tx) => {
      const { baseline, target, criteria, ...fields } = patch
      const aim = {
        baseline: baseline?.value ?? before.baseline,
        target: target?.value ?? before.target,
        consecutive: criteria?.consecutive ?? before.consecutive,
      }
      assertAim(aim)
      const points = (await loadPoints(tx, [before.id])).get(before.id) ?? []
      const date = target?.dueOn
      return {
        ...fields,
        ...aim,
        ...(date !== undefined && { targetDueOn: date === null ? null : dateColumn(date) }),
        ...standingOf(aim, points),
      }
    },
    effects: followStanding,
  })
