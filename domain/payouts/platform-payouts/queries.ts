import type { z } from 'zod'
import type { PlatformPayout as PayoutRow, Prisma } from '#prisma/generated/client.ts'
import { oneOf, withApprovableAlone } from '#platform/core/access/with-approvable-alone.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { PlatformPayoutStatus } from './rules.ts'
import { toPlatformPayout } from './schemas.ts'

export const PlatformPayoutQuery = listQuery('platformPayout', ['-createdAt', 'createdAt'], {
  status: anyOf(PlatformPayoutStatus, 'Returns only payouts with this status.'),
})
export type PlatformPayoutQuery = z.infer<typeof PlatformPayoutQuery>

const showPlatformPayouts = withApprovableAlone(
  toPlatformPayout,
  ({ status, createdAt }: PayoutRow) => (status === 'DRAFT' ? createdAt : null),
)

/** With when it can be approved alone. */
export const showPlatformPayout = oneOf(showPlatformPayouts)

const payouts = recordQueries({
  permission: 'settlements:read',
  name: 'platform payout',
  find: ({ db }, selection: Selection<Prisma.PlatformPayoutWhereInput>) =>
    db.platformPayout.findMany(selection),
  show: showPlatformPayouts,
})

export const loadPlatformPayout = payouts.load
export const getPlatformPayout = payouts.get
export const listPlatformPayouts = payouts.list((query: PlatformPayoutQuery) =>
  given(query, 'status'),
)
