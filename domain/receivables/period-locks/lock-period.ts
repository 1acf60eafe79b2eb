import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadDefaultTimeZone } from '#organization/tenants/queries.ts'
import { moveLock } from './move-lock.ts'
import type { LockPeriod, PeriodLock } from './schemas.ts'

/** Locks the books through a day: visits and sessions until then can neither be recorded nor changed. */
export const lockPeriod = (ctx: Context, input: LockPeriod): Promise<PeriodLock> =>
  transact(ctx, 'period-locks:write', async (tx) => {
    const { lockedThroughOn } = input
    const timeZone = await loadDefaultTimeZone(tx)
    if (lockedThroughOn >= dateIn(tx.now, timeZone))
      throw invalid(
        'lockedThroughOn',
        'in_the_future',
        'The day has not ended yet. Choose yesterday or an earlier date.',
      )
    return moveLock(tx, input, async (now) => {
      if (now !== null && lockedThroughOn <= now)
        throw invalid(
          'lockedThroughOn',
          'out_of_range',
          `The books are locked through ${now}. Send a later day; to unlock, use POST /v1/period-locks/unlock.`,
        )
      await assertNothingOpen(tx, lockedThroughOn, timeZone)
    })
  })

/** Open visits would be completed or missed afterwards, by people or by the centre's automation. */
const assertNothingOpen = async (tx: Transaction, lockedThroughOn: string, timeZone: string) => {
  const [open] = await tx.sql<{ visits: number }>(OPEN, [tx.tenantId, lockedThroughOn, timeZone])
  if (open!.visits === 0) return
  throw new DomainError(
    'period_open',
    `${open!.visits} appointments until ${lockedThroughOn} are still open. Complete or cancel them, or mark them as no-shows, first.`,
    { extra: { appointments: open!.visits } },
  )
}

const OPEN = `
  SELECT count(*)::int AS visits FROM appointments a
  WHERE a.tenant_id = $1 AND a.child_id IS NOT NULL AND a.starts_at < therapy.instant_of($2::date + 1, $3)
    AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS')`
