import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { toChild } from './schemas.ts'

export const ChildQuery = listQuery(
  'child',
  ['-createdAt', 'createdAt', 'lastName', 'birthDate', '-birthDate'],
  {
    primaryProviderId: idOf('provider').optional(),
    locationId: idOf('location')
      .optional()
      .meta({ description: 'Returns only children who belong to this location.' }),
    fundingProgram: z
      .string()
      .max(63)
      .optional()
      .meta({ description: 'Returns only children whom this program pays for.' }),
    labelId: idOf('label')
      .optional()
      .meta({ description: 'Returns only children with this label.' }),
    clientId: idOf('client')
      .optional()
      .meta({ description: 'Returns only children with this client as a current guardian.' }),
    ...archivedQuery,
  },
)
export type ChildQuery = z.infer<typeof ChildQuery>

const children = recordQueries({
  permission: 'children:read',
  name: 'child',
  find: ({ db }, selection: Selection<Prisma.ChildWhereInput>) => db.child.findMany(selection),
  show: each(toChild),
})

export const loadChild = children.load
export const getChild = children.get
export const listChildren = children.list(
  async ({ clientId, labelId, ...query }: ChildQuery, reader) => ({
    ...archivedFilter(query),
    ...given(query, 'primaryProviderId', 'locationId', 'fundingProgram'),
    ...(labelId && { labelIds: { has: labelId } }),
    ...(clientId && { id: { in: await childrenOf(reader, clientId) } }),
  }),
)

const childrenOf = async (reader: Reader, clientId: string): Promise<string[]> => {
  const rows = await reader.db.guardianship.findMany({
    where: { tenantId: reader.tenantId, clientId, endedAt: null },
    select: { childId: true },
  })
  return rows.map((row) => row.childId)
}
