import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toRole } from './schemas.ts'

export const RoleQuery = listQuery('role', ['-createdAt', 'createdAt', 'name'], archivedQuery)
export type RoleQuery = z.infer<typeof RoleQuery>

const roles = recordQueries({
  permission: 'roles:read',
  name: 'role',
  find: ({ db }, selection: Selection<Prisma.RoleWhereInput>) => db.role.findMany(selection),
  show: each(toRole),
})

export const loadRole = roles.load
export const getRole = roles.get
export const listRoles = roles.list((query: RoleQuery) => archivedFilter(query))
