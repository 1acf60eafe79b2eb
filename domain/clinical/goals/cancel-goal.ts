import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { reviewGoal } from './assess-goal.ts'
import { goalRecord } from './record.ts'
import { goalStatusAfter } from './rules.ts'

/** The goal is given up. */
export const cancelGoal = (ctx: Context, { reason, ...ref }: RecordRef & { reason: string }) =>
  changeRecord(ctx, ref, goalRecord, {
    fields: (before, tx) => ({
      status: goalStatusAfter('cancel', before.status),
      endReason: reason,
      endedAt: tx.now,
    }),
    effects: (tx, after) => reviewGoal(tx, after, undefined),
  })
