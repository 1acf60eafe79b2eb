import type { Passkey as PasskeyModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/change-record.ts'
import { notFound } from '#platform/core/errors.ts'
import { can } from '#platform/core/permissions.ts'
import { keyOf } from '#platform/core/record-ref.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { assertMayManage } from '../users/assert-may-manage.ts'
import { loadUser } from '../users/queries.ts'
import { loadPasskey } from './queries.ts'
import { toPasskey, type Passkey } from './schemas.ts'

/** How a passkey is loaded, written and shown by the verbs that change it. */
export const passkeyRecord: RecordKind<PasskeyModel, Prisma.PasskeyUncheckedUpdateInput, Passkey> =
  {
    type: 'passkey',
    table: 'passkeys',
    permission: 'passkeys:write',
    load: loadPasskey,
    update: (tx, id, data) => tx.db.passkey.update({ where: keyOf(tx, id), data }),
    show: toPasskey,
  }

/** One's own, or of who may change users anybody's; an owner's is changed by owners alone. */
export const assertMayChange = async (
  { userId }: { userId: string },
  tx: Transaction,
): Promise<void> => {
  if (userId === tx.actor.id) return
  if (!can(tx.actor, 'users:write')) throw notFound('passkey')
  await assertMayManage(tx, (await loadUser(tx, userId)).roles)
}
