import { lockAppointment } from '../appointments/queries.ts'
import type { Context } from '../core/context.ts'
import { DomainError } from '../core/errors.ts'
import { assertVersion } from '../core/record.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { transact } from '../core/transaction.ts'
import { reportReleased } from './release-holds.ts'
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
    await tx.sql(RELEASE, [tx.tenantId, id, tx.now])
    reportReleased(tx, [before], 'RELEASED')
    const after = { ...before, status: 'EXPIRED' as const, heldUntil: tx.now }
    return toHold({ ...after, updatedAt: tx.now, version: before.version + 1 }, tx.now)
  })

const RELEASE = `
  UPDATE appointments SET status = 'EXPIRED', held_until = $3, status_changed_at = $3, updated_at = $3,
    version = version + 1
  WHERE tenant_id = $1 AND id = $2`
