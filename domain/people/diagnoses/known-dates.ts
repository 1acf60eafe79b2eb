import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadChild } from '../children/queries.ts'

/** The birth of the child, and now at the centre: a diagnosis lies between. */
export const knownDates = async (
  tx: Transaction,
  childId: string,
): Promise<{ birthDate: Date; now: Date; timeZone: string }> => {
  const { birthDate } = await loadChild(tx, childId)
  const { defaultTimeZone: timeZone } = await loadTenantSettings(tx)
  return { birthDate, now: tx.now, timeZone }
}
