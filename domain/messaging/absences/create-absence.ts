import type { Context } from '#platform/core/context/context.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { periodOf } from '#platform/core/records/period-of.ts'
import { can } from '#platform/core/access/permissions.ts'
import { freshRecord, inTenant } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { toAbsence, type Absence, type CreateAbsence } from './schemas.ts'

/** Records that a user is away. Their notifications go to the deputy. */
export const createAbsence = (
  ctx: Context,
  { userId, deputyId, ...asked }: CreateAbsence,
): Promise<Absence> =>
  transact(ctx, 'absences:write', async (tx) => {
    const ids = { userId: userId ?? callerOf(tx), deputyId }
    for (const [path, id] of Object.entries(ids)) await assertUser(tx, path, id)
    if (!isTheirs(tx, ids.userId)) throw invalidReference('userId', 'user')
    if (ids.userId === deputyId)
      throw invalid(
        'deputyId',
        'same_record',
        'A person cannot be their own deputy. Choose another user.',
      )
    const period = periodOf(asked, tx.now)
    const row = await tx.db.absence.create({
      data: { ...freshRecord(tx, newId('absence')), ...ids, ...period },
    })
    tx.created({ type: 'absence', id: row.id }, row)
    return toAbsence(row)
  })

/** An API key is nobody who can be away. */
const callerOf = ({ actor }: Transaction): string => {
  if (actor.kind === 'USER') return actor.id
  throw invalid('userId', 'required', 'Send userId: an API key is not a user.')
}

const assertUser = async (tx: Transaction, path: string, id: string): Promise<void> => {
  const found = await tx.db.user.findFirst({
    where: { ...inTenant(tx, id), status: { not: 'DEACTIVATED' } },
    select: { id: true },
  })
  if (!found) throw invalidReference(path, 'user')
}

/** People record their own absences; those who manage users record anybody's. */
export const isTheirs = ({ actor }: Transaction, userId: string): boolean =>
  userId === actor.id || can(actor, 'users:write')
