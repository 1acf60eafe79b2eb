import type { z } from 'zod'
import type { Passkey as PasskeyModel, Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import { can } from '#platform/core/access/permissions.ts'
import {
  each,
  given,
  isSet,
  recordQueries,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { toPasskey } from './schemas.ts'

export const PasskeyQuery = listQuery('passkey', ['-createdAt', 'createdAt'], {
  userId: idOf('user').optional().meta({ description: 'Returns only passkeys of this user.' }),
  revoked: fact('If true, returns only revoked passkeys; if false, only the others.'),
})
export type PasskeyQuery = z.infer<typeof PasskeyQuery>

/** Callers who may not read users see only their own passkeys. */
const visibleTo = ({ actor }: Reader): Prisma.PasskeyWhereInput =>
  can(actor, 'users:read') ? {} : { userId: actor.id }

const passkeys = recordQueries({
  permission: 'passkeys:read',
  name: 'passkey',
  find: (reader, { where, ...selection }: Selection<Prisma.PasskeyWhereInput>) =>
    reader.db.passkey.findMany({
      ...selection,
      where: { AND: [...where.AND, visibleTo(reader)] },
    }),
  show: each(toPasskey),
})

export const loadPasskey = passkeys.load
export const getPasskey = passkeys.get
export const listPasskeys = passkeys.list(({ revoked, ...query }: PasskeyQuery) => ({
  ...given(query, 'userId'),
  ...isSet('revokedAt', revoked),
}))

/** The valid passkeys of a user, oldest first. */
export const loadUsablePasskeys = (
  { db, tenantId }: Pick<Reader, 'db' | 'tenantId'>,
  userId: string,
): Promise<PasskeyModel[]> =>
  db.passkey.findMany({
    where: { tenantId, userId, revokedAt: null },
    orderBy: { createdAt: 'asc' },
  })
