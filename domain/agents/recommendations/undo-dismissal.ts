import type { Prisma, RecommendationDismissal as Row } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { toRecommendationDismissal, type RecommendationDismissal } from './dismissal-schemas.ts'
import { loadRecommendationDismissal } from './queries.ts'

const dismissalRecord: RecordKind<
  Row,
  Prisma.RecommendationDismissalUncheckedUpdateInput,
  RecommendationDismissal
> = {
  type: 'recommendationDismissal',
  table: 'recommendation_dismissals',
  permission: 'recommendations:write',
  load: loadRecommendationDismissal,
  update: (tx, id, data) => tx.db.recommendationDismissal.update({ where: keyOf(tx, id), data }),
  show: toRecommendationDismissal,
}

/** Shows the recommendation again, as long as its rule matches. */
export const undoDismissal = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, dismissalRecord, {
    fields: ({ undoneAt }, tx) => {
      if (undoneAt)
        throw new DomainError('invalid_transition', 'The dismissal has already been undone.', {
          extra: { status: 'UNDONE', allowed: [] },
        })
      return { undoneAt: tx.now, undoneBy: tx.actor.id }
    },
  })
