import type { Reader } from '#platform/core/transaction.ts'
import { FAMILIES, type FamilyName } from '../families/families.ts'

/** Until when changes are counted: until now, unless some wait for the job that keeps the sums of days. */
export const loadFreshness = async (
  reader: Reader,
  families: readonly FamilyName[],
): Promise<Date> => {
  if (!families.some((family) => FAMILIES[family].kept)) return reader.now
  const [waiting] = await reader.asCentre(() =>
    reader.sql<{ changedAt: Date | null }>(OLDEST, [reader.tenantId]),
  )
  return waiting!.changedAt ?? reader.now
}

const OLDEST = `SELECT min(changed_at) AS "changedAt" FROM analytics_changes WHERE tenant_id = $1`
