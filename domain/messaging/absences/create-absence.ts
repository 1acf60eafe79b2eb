import type { Context } from '#platform/core/context/context.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { can } from '#platform/core/access/permissions.ts'
import { freshRecord, inTenant } from '#platform/core/records/record-ref.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { toAbsence, type Absence, type CreateAbsence } from './schemas.ts'

const LONGEST_MS = 366 * DAY_MS

/** Records that a user is away, and who is told in their place what waits. */
export const createAbsence = (
  ctx: Context,
  { userId, deputyId, startsAt, endsAt }: CreateAbsence,
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
    const starts = startsAt === undefined ? tx.now : new Date(startsAt)
    const ends = new Date(endsAt)
    if (ends <= starts || ends <= tx.now)
      throw invalid(
        'endsAt',
        'out_of_range',
        'endsAt must be later than now and later than startsAt.',
      )
    if (ends.getTime() - starts.getTime() > LONGEST_MS)
      throw invalid('endsAt', 'out_of_range', 'endsAt must be within a year of startsAt.')
    const row = await tx.db.absence.create({
      data: { ...freshRecord(tx, newId('absence')), ...ids, startsAt: starts, endsAt: ends },
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
