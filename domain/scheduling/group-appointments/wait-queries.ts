import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { pageQuery } from '#platform/core/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { loadGroup } from './queries.ts'
import { GroupWaitStatus } from './rules.ts'
import { toGroupWait } from './wait-schemas.ts'

export const GroupWaitQuery = z.strictObject({
  ...pageQuery('createdAt', '-createdAt'),
  status: z.enum(GroupWaitStatus).optional().meta({ description: 'Only those in this status.' }),
})
export type GroupWaitQuery = z.infer<typeof GroupWaitQuery>

const groupWaits = recordQueries({
  permission: 'appointments:read',
  name: 'wait',
  find: ({ db }, selection: Selection<Prisma.GroupWaitWhereInput>) =>
    db.groupWait.findMany(selection),
  show: each(toGroupWait),
})

export const loadWait = groupWaits.load
/** In order of joining. */
export const listGroupWaits = groupWaits.listOf(
  loadGroup,
  ({ id, ...query }: GroupWaitQuery & { id: string }) => ({
    groupId: id,
    ...given(query, 'status'),
  }),
)
