import { lockAppointment } from '../appointments/queries.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { assertVersion } from '#platform/core/record.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { transact } from '#platform/core/transaction.ts'
import { reportReleased } from './report-released.ts'
import { giveUpHold } from './give-up-hold.ts'
import { orNoHold } from './queries.ts'
import { toHold, type Hold } from './schemas.ts'

/** Gives a hold up before its time. */
export const releaseHold = (ctx: Context, { id, version }: RecordRef): Promise<Hold> =>
  transact(ctx, 'holds:write', async (tx) => {
    const before = await orNoHold(lockAppointment(tx, id))
    assertVersion(before, version)
    const { status } = toHold(before, tx.now)
    if (status !== 'HELD') {
      throw new DomainError('invalid_transition', `A hold that is ${status} cannot be released.`, {
        extra: { status, allowed: [] },
      })
    }
    await reportReleased(tx, await giveUpHold(tx, id), 'RELEASED')
    const after = { ...before, status: 'EXPIRED' as const, heldUntil: tx.now }
    return toHold({ ...after, updatedAt: tx.now, version: before.version + 1 }, tx.now)
  })
