import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery } from '#platform/core/paging.ts'
import { each, given, isSet, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { RestrictionGround, toProcessingRestriction } from './schemas.ts'

export const ProcessingRestrictionQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  ground: z
    .enum(RestrictionGround)
    .optional()
    .meta({ description: 'Only restrictions on this ground.' }),
  lifted: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'false lists those that hold, also while they are being lifted.' }),
})
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
  ({ lifted, ...query }: ProcessingRestrictionQuery) => ({
    ...given(query, 'childId', 'clientId', 'ground'),
    ...(lifted && { liftedAt: isSet(lifted) }),
  }),
)
