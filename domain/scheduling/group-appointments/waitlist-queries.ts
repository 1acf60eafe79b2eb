import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { loadGroup } from './queries.ts'
import { GroupWaitlistEntryStatus } from './rules.ts'
import { showGroupWaitlistEntries } from './waitlist-schemas.ts'

export const GroupWaitlistEntryQuery = listQuery(
  'groupWaitlistEntry',
  ['createdAt', '-createdAt'],
  {
    status: anyOf(GroupWaitlistEntryStatus, 'Returns only entries with this status.'),
  },
)
export type GroupWaitlistEntryQuery = z.infer<typeof GroupWaitlistEntryQuery>

const groupWaitlistEntries = recordQueries({
  permission: 'appointments:read',
  name: 'wait',
  find: ({ db }, selection: Selection<Prisma.GroupWaitlistEntryWhereInput>) =>
    db.groupWaitlistEntry.findMany(selection),
  show: showGroupWaitlistEntries,
})

export const loadWait = groupWaitlistEntries.load
/** In the order of joining. */
export const listGroupWaitlistEntries = groupWaitlistEntries.listOf(
  loadGroup,
  ({ id, ...query }: GroupWaitlistEntryQuery & { id: string }) => ({
    groupId: id,
    ...given(query, 'status'),
  }),
)
