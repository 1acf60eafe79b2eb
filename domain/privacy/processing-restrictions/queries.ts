import { z } from 'zod'
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
import { RestrictionGround, RestrictionStatus, toProcessingRestriction } from './schemas.ts'

export const ProcessingRestrictionQuery = listQuery(
  'processingRestriction',
  ['-createdAt', 'createdAt'],
  {
    childId: idOf('child').optional(),
    clientId: idOf('client').optional(),
    ground: anyOf(RestrictionGround, 'Returns only restrictions on this ground.'),
    status: anyOf(
      RestrictionStatus,
      'Returns only restrictions with this status. OPEN and LIFTING restrictions are in force.',
    ),
  },
)
export type ProcessingRestrictionQuery = z.infer<typeof ProcessingRestrictionQuery>

const processingRestrictions = recordQueries({
  permission: 'processing-restrictions:read',
  name: 'processing restriction',
  find: ({ db }, selection: Selection<Prisma.ProcessingRestrictionWhereInput>) =>
    db.processingRestriction.findMany(selection),
  show: each(toProcessingRestriction),
})

export const loadProcessingRestriction = processingRestrictions.load
export const getProcessingRestriction = processingRestrictions.get
export const listProcessingRestrictions = processingRestrictions.list(
  ({ status, ...query }: ProcessingRestrictionQuery) => ({
    ...given(query, 'childId', 'clientId', 'ground'),
    ...whereAny<RestrictionStatus, Prisma.ProcessingRestrictionWhereInput>(status, {
      OPEN: { liftedAt: null, liftsAt: null },
      LIFTING: { liftedAt: null, liftsAt: { not: null } },
      LIFTED: { liftedAt: { not: null } },
    }),
  }),
)
