import type { Context } from '#platform/core/context/context.ts'
import { DomainError, notFound } from '#platform/core/errors/errors.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { reportReleased } from './report-released.ts'
import { giveUpHold } from './give-up-hold.ts'
import { lockHold } from './queries.ts'
import { toHold, type Hold } from './schemas.ts'

/** Releases a hold early. */
export const releaseHold = (ctx: Context, { id, version }: RecordRef): Promise<Hold> =>
  transact(ctx, 'holds:write', async (tx) => {
    const before = await lockHold(tx, id)
    if (!before) throw notFound('hold')
    assertVersion(before, version)
    const { status } = toHold(before, tx.now)
    if (status !== 'ACTIVE') {
      throw new DomainError(
        'invalid_transition',
        `The hold is ${status}, so it cannot be released.`,
        {
          extra: { status, allowed: [] },
        },
      )
    }
    await reportReleased(tx, await giveUpHold(tx, before.id), 'RELEASED')
    const { now } = tx
    const after = { ...before, status: 'EXPIRED' as const, statusChangedAt: now, updatedAt: now }
    return toHold({ ...after, version: before.version + 1 }, now)
  })
