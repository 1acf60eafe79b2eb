import { z } from 'zod'
import type { BreakGlassGrant, Prisma } from '#prisma/generated/client.ts'
import { oneOf, withApprovableAlone } from '#platform/core/access/with-approvable-alone.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, fact, listQuery } from '#platform/core/lists/paging.ts'
import {
  given,
  isSet,
  recordQueries,
  whereAny,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { BreakGlassStatus, endOf, toBreakGlassGrant } from './schemas.ts'

export const BreakGlassQuery = listQuery('breakGlassGrant', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  providerId: idOf('provider').optional(),
  status: anyOf(BreakGlassStatus, 'Returns only accesses with this status.'),
  reviewed: fact(
    'If true, returns only reviewed accesses; if false, only accesses that must still be reviewed.',
  ),
})
export type BreakGlassQuery = z.infer<typeof BreakGlassQuery>

const showBreakGlassGrants = withApprovableAlone(
  (row: BreakGlassGrant, { now }) => toBreakGlassGrant(row, now),
  (row: BreakGlassGrant) => (row.reviewedAt ? null : endOf(row)),
)

/** With when it can be approved alone. */
export const showBreakGlassGrant = oneOf(showBreakGlassGrants)

const breakGlassGrants = recordQueries({
  permission: 'break-glass:read',
  name: 'break-glass grant',
  find: ({ db }, selection: Selection<Prisma.BreakGlassGrantWhereInput>) =>
    db.breakGlassGrant.findMany(selection),
  show: showBreakGlassGrants,
})

export const loadBreakGlassGrant = breakGlassGrants.load
export const getBreakGlassGrant =
  breakGlassGrants.get /** For a bound key, limited to the grants of its own team. */
export const listBreakGlassGrants = breakGlassGrants.list(
  ({ reviewed, status, ...query }: BreakGlassQuery, { now }) => ({
    ...given(query, 'childId', 'providerId'),
    ...isSet('reviewedAt', reviewed),
    ...whereAny<BreakGlassStatus, Prisma.BreakGlassGrantWhereInput>(status, {
      ACTIVE: { endedAt: null, expiresAt: { gt: now } },
      ENDED: { OR: [{ endedAt: { not: null } }, { expiresAt: { lte: now } }] },
    }),
  }),
)
