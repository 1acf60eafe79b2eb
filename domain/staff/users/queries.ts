import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toUser, USER_STATUSES } from './schemas.ts'

export const UserQuery = listQuery('user', ['-createdAt', 'createdAt', 'name'], {
  status: anyOf(USER_STATUSES, 'Returns only users with this status.'),
  role: z.string().max(100).optional().meta({
    description:
      'Returns only users with this role: the name of a platform role, or the ID of a role of the centre.',
  }),
  email: z
    .string()
    .max(254)
    .transform((address) => address.toLowerCase())
    .optional()
    .meta({ description: 'Returns only the user with this address.' }),
  providerId: idOf('provider').optional(),
  locationId: idOf('location')
    .optional()
    .meta({ description: 'Returns only users who are limited to this location.' }),
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
