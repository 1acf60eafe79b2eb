import type { ProviderLicense } from '#prisma/generated/client.ts'
import { dateTextOrNull } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import { nextWatch } from './rules.ts'

/** When a restored license is next due. A license that is not archived keeps its time. */
export const watchAgain = async (
  tx: Transaction,
  { archivedAt, expiresOn }: Pick<ProviderLicense, 'archivedAt' | 'expiresOn'>,
) => {
  if (!archivedAt) return {}
  const { defaultTimeZone } = await loadTenantSettings(tx)
  return { watchAt: nextWatch(dateTextOrNull(expiresOn), tx.now, defaultTimeZone) }
}
