import { invalid } from '#platform/core/errors/errors.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'

/** A late entry is a visit that is over, and not older than the centre allows. */
export const assertTookPlace = async (
  tx: Transaction,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<void> => {
  if (endsAt > tx.now)
    throw invalid(
      'startsAt',
      'in_the_future',
      'late_entry records a visit that is over. Omit it, or wait for the end of the visit.',
    )
  const { lateEntryDays } = await loadTenantSettings(tx)
  if (startsAt.getTime() >= tx.now.getTime() - lateEntryDays * DAY_MS) return
  throw invalid(
    'startsAt',
    'out_of_range',
    `A visit can be recorded at most ${lateEntryDays} days later (lateEntryDays in PATCH /v1/organization).`,
  )
}
