import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import type { LeadFunnel, LeadFunnelQuery } from './schemas.ts'
import type { LeadSource } from '../lead/rules.ts'

/** The outcomes of a period's leads that the caller can see. Erased leads still count. */
export const getLeadFunnel = (ctx: Context, query: LeadFunnelQuery): Promise<LeadFunnel> =>
  read(ctx, 'leads:read', async (reader) => {
    const rows = await reader.sql<FunnelRow>(FUNNEL, [
      reader.tenantId,
      query['createdAt[gte]'] ?? null,
      query['createdAt[lt]'] ?? null,
      query.locationId ?? null,
      query.source ?? null,
      query.campaign ?? null,
    ])
    // GROUPING SETS returns a total row even without data.
    const total = rows.find(({ isTotal }) => isTotal)!
    return {
      total: numbersOf(total),
      rows: rows
        .filter(({ isTotal }) => !isTotal)
        .map((row) => ({
          source: row.source as LeadSource,
          campaign: row.campaign,
          ...numbersOf(row),
        })),
    }
  })

type Numbers = LeadFunnel['total']

interface FunnelRow extends Numbers {
  isTotal: boolean
  source: string | null
  campaign: string | null
}

const numbersOf = ({ isTotal: _, source: __, campaign: ___, ...numbers }: FunnelRow): Numbers =>
  numbers

const FUNNEL = `
  SELECT GROUPING(l.source) = 1 AS "isTotal", l.source, l.campaign, count(*)::int AS created,
         count(q.at)::int AS qualified, count(m.at)::int AS matched,
         count(*) FILTER (WHERE l.status = 'CONVERTED')::int AS converted,
         count(*) FILTER (WHERE l.status = 'LOST')::int AS lost,
         count(*) FILTER (WHERE l.status = 'EXPIRED')::int AS expired,
         count(*) FILTER (WHERE l.closed_at IS NULL)::int AS open,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM q.at - l.created_at) / 3600)
           FILTER (WHERE q.at IS NOT NULL) AS "medianHoursToQualified",
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM l.closed_at - l.created_at) / 86400)
           FILTER (WHERE l.status = 'CONVERTED') AS "medianDaysToConverted"
  FROM leads l
  LEFT JOIN LATERAL (SELECT min(s.entered_at) AS at FROM lead_stages s
    WHERE s.tenant_id = l.tenant_id AND s.lead_id = l.id AND s.status = 'QUALIFIED') q ON true
  LEFT JOIN LATERAL (SELECT min(s.entered_at) AS at FROM lead_stages s
    WHERE s.tenant_id = l.tenant_id AND s.lead_id = l.id AND s.status = 'MATCHED') m ON true
  WHERE l.tenant_id = $1 AND ($2::timestamptz IS NULL OR l.created_at >= $2) AND ($3::timestamptz IS NULL OR l.created_at < $3)
    AND ($4::text IS NULL OR l.location_id = $4) AND ($5::text IS NULL OR l.source = $5)
    AND ($6::text IS NULL OR l.campaign = $6)
  GROUP BY GROUPING SETS ((), (l.source, l.campaign))
  ORDER BY "isTotal" DESC, created DESC, l.source, l.campaign LIMIT 501`
