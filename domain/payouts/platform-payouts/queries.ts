import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { PlatformPayoutStatus } from './rules.ts'
import { toPlatformPayout } from './schemas.ts'

export const PlatformPayoutQuery = listQuery('platformPayout', ['-createdAt', 'createdAt'], {
  status: anyOf(PlatformPayoutStatus, 'Returns only payouts with this status.'),
})
export type PlatformPayoutQuery = z.infer<typeof PlatformPayoutQuery>

const payouts = recordQueries({
  permission: 'settlements:read',
  name: 'platform payout',
  find: ({ db }, selection: Selection<Prisma.PlatformPayoutWhereInput>) =>
    db.platformPayout.findMany(selection),
  show: each(toPlatformPayout),
})

export const loadPlatformPayout = payouts.load
export const getPlatformPayout = payouts.get
export const listPlatformPayouts = payouts.list((query: PlatformPayoutQuery) =>
  given(query, 'status'),
)
