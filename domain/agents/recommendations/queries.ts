import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import {
  each,
  given,
  recordQueries,
  whereAny,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { DISMISSAL_STATUSES, toRecommendationDismissal } from './dismissal-schemas.ts'
import { isConsidered } from './get-recommendations.ts'
import { RULE_NAMES } from './rules.ts'

export const RecommendationDismissalQuery = listQuery(
  'recommendationDismissal',
  ['-createdAt', 'createdAt'],
  {
    rule: anyOf(RULE_NAMES, 'Returns only recommendations of these rules.'),
    childId: idOf('child')
      .optional()
      .meta({ description: 'Returns only recommendations for this child.' }),
    status: anyOf(DISMISSAL_STATUSES, 'Returns only dismissals with this status.'),
  },
)
export type RecommendationDismissalQuery = z.infer<typeof RecommendationDismissalQuery>

const dismissals = recordQueries({
  permission: 'recommendations:read',
  name: 'dismissal of a recommendation',
  find: (
    { db, actor },
    { where, ...selection }: Selection<Prisma.RecommendationDismissalWhereInput>,
  ) =>
    db.recommendationDismissal.findMany({
      ...selection,
      // Includes only rules whose records the caller may read.
      where: { AND: [where, { rule: { in: RULE_NAMES.filter((it) => isConsidered(actor, it)) } }] },
    }),
  show: each(toRecommendationDismissal),
})

const WHERE_STATUS = {
  DISMISSED: { undoneAt: null },
  UNDONE: { undoneAt: { not: null } },
}

export const loadRecommendationDismissal = dismissals.load
export const getRecommendationDismissal = dismissals.get
export const listRecommendationDismissals = dismissals.list(
  ({ status, ...query }: RecommendationDismissalQuery) => ({
    ...given(query, 'rule', 'childId'),
    ...whereAny(status, WHERE_STATUS),
  }),
)
