import type { Reader } from '#platform/core/transactions/transaction.ts'
import { FAMILIES, type FamilyName } from '../families/families.ts'

interface Freshness {
  /** The time up to which changes have been counted: now, unless changes await the job that computes daily sums. */
  currentAt: Date
  /** Whether a full recount is in progress. */
  isBeingRebuilt: boolean
}

export const loadFreshness = async (
  reader: Reader,
  families: readonly FamilyName[],
): Promise<Freshness> => {
  if (!families.some((family) => FAMILIES[family].kept))
    return { currentAt: reader.now, isBeingRebuilt: false }
  const [waiting] = await reader.asCentre(() =>
    reader.sql<{ changedAt: Date | null; isBeingRebuilt: boolean }>(WAITING, [reader.tenantId]),
  )
  const { changedAt, isBeingRebuilt } = waiting!
  return { currentAt: changedAt ?? reader.now, isBeingRebuilt }
}

const WAITING = `
  SELECT min(changed_at) AS "changedAt",
    EXISTS (SELECT FROM analytics_rebuilds r WHERE r.tenant_id = $1) AS "isBeingRebuilt"
  FROM analytics_changes WHERE tenant_id = $1`
