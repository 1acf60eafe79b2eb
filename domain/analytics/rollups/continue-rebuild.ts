import { Temporal } from 'temporal-polyfill'
import type { Context } from '#platform/core/context/context.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { Span } from '../families/family.ts'
import { KEPT_FAMILIES, KEPT_FAMILY_NAMES, type KeptFamily } from '../families/kept-families.ts'
import { computeDays, lockDays } from './compute-days.ts'

/** The progress of one rebuild step; null if no rebuild is in progress. */
export interface RebuiltMonth {
  family: KeptFamily
  /** The month's first day; null if the family has no records. */
  month: string | null
}

/**
 * Recounts one month of a family at all locations and stores the progress in the same transaction, so that an
 * interrupted month is counted again. Days recomputed meanwhile stay correct.
 */
export const continueRebuild = (ctx: Context): Promise<RebuiltMonth | null> =>
  transact(ctx, 'analytics:write', async (tx) => {
    tx.nothingChanged({ type: 'tenant', id: tx.tenantId })
    await lockDays(tx)
    const [at] = await tx.sql<{ family: string; month: string | null }>(AT, [tx.tenantId])
    if (!at) return null
    const family = at.family as KeptFamily
    const [{ first, last } = { first: null, last: null }] = await tx.sql<Bounds>(BOUNDS[family], [
      tx.tenantId,
      family,
    ])
    const month = at.month ?? first
    if (month !== null) await computeDays(tx, family, await monthAtPlaces(tx, month))
    const next = month !== null && last !== null && month < last ? after(month) : null
    await goOn(tx, family, next)
    return { family, month }
  })

/** The months from the oldest to the newest record or stored sum; null if there are none. */
interface Bounds {
  first: string | null
  last: string | null
}

const after = (month: string): string =>
  Temporal.PlainDate.from(month).add({ months: 1 }).toString()

const goOn = async (tx: Transaction, family: KeptFamily, month: string | null): Promise<void> => {
  const following = KEPT_FAMILY_NAMES[KEPT_FAMILY_NAMES.indexOf(family) + 1]
  if (month !== null) await tx.sql(ADVANCE, [tx.tenantId, family, month])
  else if (following) await tx.sql(ADVANCE, [tx.tenantId, following, null])
  else await tx.sql(END, [tx.tenantId])
}

const monthAtPlaces = (tx: Transaction, month: string): Promise<Span[]> =>
  tx.sql<Span>(MONTH_AT_PLACES, [tx.tenantId, month])

const AT = 'SELECT family, month::text FROM analytics_rebuilds WHERE tenant_id = $1'

const ADVANCE = 'UPDATE analytics_rebuilds SET family = $2, month = $3::date WHERE tenant_id = $1'

const END = 'DELETE FROM analytics_rebuilds WHERE tenant_id = $1'

/** A record's local day differs from its UTC day by at most one. */
const BOUNDS = Object.fromEntries(
  KEPT_FAMILY_NAMES.map((family) => [
    family,
    `SELECT date_trunc('month', least(r.first - interval '1 day', k.first))::date::text AS first,
       date_trunc('month', greatest(r.last + interval '1 day', k.last))::date::text AS last
     FROM (SELECT first AT TIME ZONE 'UTC' AS first, last AT TIME ZONE 'UTC' AS last FROM (${KEPT_FAMILIES[family].bounds}) r) r
     CROSS JOIN (SELECT min(counted_on)::timestamp AS first, max(counted_on)::timestamp AS last FROM analytics_days
       WHERE tenant_id = $1 AND family = $2 AND grain = 31) k`,
  ]),
) as Record<KeptFamily, string>

const MONTH_AT_PLACES = `
  SELECT p.id AS location_id, p.time_zone, $2::date::text AS starts_on, ($2::date + interval '1 month')::date::text AS ends_on
  FROM (SELECT id, time_zone FROM locations WHERE tenant_id = $1
    UNION ALL SELECT '', default_time_zone FROM tenants WHERE tenant_id = $1) p
  ORDER BY 1`
