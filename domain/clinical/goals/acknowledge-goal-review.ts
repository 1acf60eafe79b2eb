import { goalReviewMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { goalReviewRecord } from './record.ts'

type Input = RecordRef & {
  response: string
  /** The person who responds, if not the caller: the one to whom a link was sent. */
  by?: string
}

/** Records a person's response to the review of a goal that regresses or stagnates, and its consequences. */
export const acknowledgeGoalReview = (ctx: Context, { response, by, ...ref }: Input) =>
  moveRecord(ctx, ref, goalReviewRecord, goalReviewMoves, 'acknowledge', {
    fields: (_, tx) => ({
      response,
      acknowledgedBy: by ?? tx.actor.id,
      acknowledgedAt: tx.now,
    }),
  })
