import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { moveLock } from './move-lock.ts'
import type { PeriodLock, UnlockPeriod } from './schemas.ts'

/** Unlocks the last days of a locked period, or everything. */
export const unlockPeriod = (ctx: Context, input: UnlockPeriod): Promise<PeriodLock> =>
  transact(ctx, 'period-unlocks:write', (tx) =>
    moveLock(tx, input, (now) => {
      const { lockedThroughOn } = input
      if (now !== null && (lockedThroughOn === null || lockedThroughOn < now)) return
      throw invalid(
        'lockedThroughOn',
        'out_of_range',
        now === null
          ? 'Nothing is locked.'
          : `The books are locked through ${now}. Send an earlier day, or null.`,
      )
    }),
  )
