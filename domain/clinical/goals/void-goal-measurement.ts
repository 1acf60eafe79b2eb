import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assessGoal } from './assess-goal.ts'
import { loadGoal } from './queries.ts'
import { measurementRecord } from './record.ts'

/** Withdraws a measurement. It is kept with the reason, and the goal is evaluated without it. */
export const voidGoalMeasurement = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason: string },
) =>
  changeRecord(ctx, ref, measurementRecord, {
    fields: (before, tx) => {
      if (!before.voidedAt) return { voidedAt: tx.now, voidReason: reason }
      throw new DomainError('invalid_transition', 'The measurement has already been voided.', {
        extra: { status: 'VOIDED', allowed: [] },
      })
    },
    effects: async (tx, after) => {
      await lockRecord(tx, 'goals', after.goalId)
      await assessGoal(tx, await loadGoal(tx, after.goalId))
    },
  })
