import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { keptAnswerRecord } from './record.ts'
import type { RateKeptAnswer } from './schemas.ts'

/**
 * Records whether an answer helped. The person who asked and callers with `knowledge:write` can rate; the last
 * rating counts.
 */
export const rateKeptAnswer = (
  ctx: Context,
  { rating, ...ref }: RecordRef & { rating: RateKeptAnswer },
) =>
  changeRecord(ctx, ref, keptAnswerRecord, {
    fields: (_, { actor, now }) => ({
      helpful: rating.helpful,
      ratingReason: rating.reason,
      ratedBy: actor.id,
      ratedAt: now,
    }),
  })
