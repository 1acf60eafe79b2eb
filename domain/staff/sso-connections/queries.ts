import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toSsoConnection } from './schemas.ts'

export const SsoConnectionQuery = listQuery(
  'ssoConnection',
  ['-createdAt', 'createdAt', 'name'],
  archivedQuery,
)
export type SsoConnectionQuery = z.infer<typeof SsoConnectionQuery>

const connections = recordQueries({
  permission: 'sso-connections:read',
  name: 'single sign-on connection',
  find: ({ db }, selection: Selection<Prisma.SsoConnectionWhereInput>) =>
    db.ssoConnection.findMany(selection),
  show: each(toSsoConnection),
})

export const loadSsoConnection = connections.load
export const getSsoConnection = connections.get
export const listSsoConnections = connections.list((query: SsoConnectionQuery) =>
  archivedFilter(query),
)
