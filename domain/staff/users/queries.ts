import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toUser, USER_STATUSES } from './schemas.ts'

export const UserQuery = listQuery('user', ['-createdAt', 'createdAt', 'name'], {
  status: anyOf(USER_STATUSES, 'Only users in this status.'),
  role: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Only users with this role: a name, or the id of a role of the centre.' }),
  email: z
    .string()
    .max(254)
    .transform((address) => address.toLowerCase())
    .optional()
    .meta({ description: 'Only the user with this address.' }),
  providerId: idOf('provider').optional(),
  locationId: idOf('location')
    .optional()
    .meta({ description: 'Only users who are bound to this location.' }),
})
export type UserQuery = z.infer<typeof UserQuery>

const users = recordQueries({
  permission: 'users:read',
  name: 'user',
  find: ({ db }, selection: Selection<Prisma.UserWhereInput>) => db.user.findMany(selection),
  show: each(toUser),
})

export const loadUser = users.load
export const getUser = users.get
export const listUsers = users.list(({ role, locationId, ...query }: UserQuery) => ({
  ...given(query, 'status', 'email', 'providerId'),
  ...(role !== undefined && { roles: { has: role } }),
  ...(locationId && { locationIds: { has: locationId } }),
}))
