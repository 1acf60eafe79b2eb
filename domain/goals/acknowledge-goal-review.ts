import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { transitionTo } from '../core/state-machine.ts'
import { goalReviewRecord } from './record.ts'
import { REVIEW_TRANSITIONS } from './rules.ts'

type ReviewStatus = 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED'

/** Somebody answers for a goal that regresses or stands still, and says what follows. */
export const acknowledgeGoalReview = (
  ctx: Context,
  { response, ...ref }: RecordRef & { response: string },
) =>
  changeRecord(ctx, ref, goalReviewRecord, {
    fields: (before, tx) => ({
      status: transitionTo<ReviewStatus, typeof REVIEW_TRANSITIONS>(
        'A goal review',
        REVIEW_TRANSITIONS,
        'acknowledge',
        before.status as ReviewStatus,
      ),
      response,
      acknowledgedBy: tx.actor.id,
      acknowledgedAt: tx.now,
    }),
  })
