import { newId } from '#platform/core/records/ids.ts'
import { dateColumnOrNull, dateTextOrNull } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { changeTenant } from '#organization/tenants/change-tenant.ts'
import { toPeriodLock, type PeriodLock } from './schemas.ts'

interface Wanted {
  lockedThroughOn: string | null
  reason: string
}

/**
 * Locks the books through another day. Writes that are dated wait at the same lock, so that none is dated into a
 * period that is locked meanwhile.
 */
export const moveLock = async (
  tx: Transaction,
  { lockedThroughOn, reason }: Wanted,
  check: (now: string | null) => void | Promise<void>,
): Promise<PeriodLock> => {
  await tx.sql(WAIT_FOR_WRITES, [tx.tenantId])
  let previous: Date | null = null
  await changeTenant(tx, async (tenant) => {
    previous = tenant.booksLockedThroughOn
    await check(dateTextOrNull(previous))
    return { booksLockedThroughOn: dateColumnOrNull(lockedThroughOn) }
  })
  const row = await tx.db.periodLock.create({
    data: {
      tenantId: tx.tenantId,
      id: newId('periodLock'),
      lockedThroughOn: dateColumnOrNull(lockedThroughOn),
      previouslyThroughOn: previous,
      reason,
      createdBy: tx.actor.id,
      createdAt: tx.now,
    },
  })
  tx.created({ type: 'periodLock', id: row.id }, row)
  return toPeriodLock(row)
}

/** The counterpart is in prisma/functions/period-locks.sql. */
const WAIT_FOR_WRITES = `SELECT pg_advisory_xact_lock(hashtextextended('period-lock/' || $1, 0)) AS locked`
