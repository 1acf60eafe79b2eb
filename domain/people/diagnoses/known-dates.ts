import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadChild } from '../children/queries.ts'

/** The dates between which a diagnosis of the child lies. */
export const knownDates = async (
  tx: Transaction,
  childId: string,
): Promise<{ birthDate: Date; today: string }> => {
  const { birthDate } = await loadChild(tx, childId)
  const { defaultTimeZone } = await loadTenantSettings(tx)
  return { birthDate, today: dateIn(tx.now, defaultTimeZone) }
}
