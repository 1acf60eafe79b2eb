import type { Discharge as DischargeModel } from '#prisma/generated/client.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dateText } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Ending } from './end-item.ts'
import { closedOnOf, endReasonOf } from './rules.ts'

/** What the items have in common. */
export const endingOf = async (tx: Transaction, row: DischargeModel): Promise<Ending> => {
  const { defaultTimeZone: timeZone } = await loadTenantSettings(tx)
  return {
    reason: endReasonOf(row),
    endsAt: row.endsAt,
    closedOn: closedOnOf(dateText(row.effectiveOn), { now: tx.now, timeZone }),
  }
}
