import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery } from '#platform/core/paging.ts'
import { given, isSet, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { toBreakGlassGrant } from './schemas.ts'

export const BreakGlassQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  providerId: idOf('provider').optional(),
  reviewed: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'false lists what is still to be reviewed.' }),
})
export type BreakGlassQuery = z.infer<typeof BreakGlassQuery>

const breakGlassGrants = recordQueries({
  permission: 'break-glass:read',
  name: 'break-glass grant',
  find: ({ db }, selection: Selection<Prisma.BreakGlassGrantWhereInput>) =>
    db.breakGlassGrant.findMany(selection),
  show: (rows, { now }) => rows.map((row) => toBreakGlassGrant(row, now)),
})

export const loadBreakGlassGrant = breakGlassGrants.load
export const getBreakGlassGrant =
  breakGlassGrants.get /** Of a key that is bound to a provider: those of its own team. */
export const listBreakGlassGrants = breakGlassGrants.list(
  ({ reviewed, ...query }: BreakGlassQuery) => ({
    ...given(query, 'childId', 'providerId'),
    ...(reviewed && { reviewedAt: isSet(reviewed) }),
  }),
)
