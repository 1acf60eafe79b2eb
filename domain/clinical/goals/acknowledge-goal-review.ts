import { goalReviewMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { goalReviewRecord } from './record.ts'

type Input = RecordRef & {
  response: string
  /** Who answers, where that is not who calls: the person that a link was given to. */
  by?: string
}

/** Somebody answers for a goal that regresses or makes no progress, and says what follows. */
export const acknowledgeGoalReview = (ctx: Context, { response, by, ...ref }: Input) =>
  moveRecord(ctx, ref, goalReviewRecord, goalReviewMoves, 'acknowledge', {
    fields: (_, tx) => ({
      response,
      acknowledgedBy: by ?? tx.actor.id,
      acknowledgedAt: tx.now,
    }),
  })
