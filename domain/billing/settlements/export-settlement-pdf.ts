import type { Context } from '#platform/core/context.ts'
import { read } from '#platform/core/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { loadSettlement } from './queries.ts'
import { renderSettlement, type StatementLine } from './render-settlement.ts'
import { toSettlement } from './schemas.ts'

/** The statement of a settlement as PDF, for the provider; made after the transaction that read it. */
export const exportSettlementPdf = async (ctx: Context, { id }: { id: string }) => {
  const statement = await read(
    ctx,
    ['settlements:read', 'payments:read', 'providers:read'],
    async (reader) => {
      const settlement = toSettlement(await loadSettlement(reader, id))
      const { name: centreName, defaultTimeZone } = await loadTenantSettings(reader)
      const own = [reader.tenantId, id]
      const [provider] = await reader.sql<{ name: string }>(PROVIDER, own)
      const lines = await reader.sql<StatementLine>(LINES, [...own, defaultTimeZone])
      const reasons = await reader.sql<{ reason: string }>(REASONS, own)
      return {
        settlement,
        centreName,
        providerName: provider!.name,
        lines,
        reasons: reasons.map(({ reason }) => reason),
      }
    },
  )
  return renderSettlement(statement)
}

const PROVIDER = `
  SELECT v.name FROM settlements s JOIN providers v ON v.tenant_id = s.tenant_id AND v.id = s.provider_id
  WHERE s.tenant_id = $1 AND s.id = $2`

// Of whom a visit was is not said: the payment names it to who may know.
const LINES = `
  SELECT l.payment_id AS "paymentId", CASE WHEN l.refund_id IS NOT NULL THEN 'REFUND'
      WHEN l.dispute_id IS NOT NULL THEN 'DISPUTE' ELSE 'PAYMENT' END AS kind,
    (p.settled_at AT TIME ZONE $3)::date::text AS "paidOn",
    (a.starts_at AT TIME ZONE coalesce(place.time_zone, $3))::date::text AS "servedOn", s.name AS "serviceName",
    l.gross_minor AS gross, l.platform_minor AS platform, l.centre_minor AS centre, l.provider_minor AS provider
  FROM settlement_lines l
    JOIN payments p ON p.tenant_id = l.tenant_id AND p.id = l.payment_id
    JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id
    LEFT JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
    LEFT JOIN locations place ON place.tenant_id = a.tenant_id AND place.id = a.location_id
    LEFT JOIN services s ON s.tenant_id = a.tenant_id AND s.id = a.service_id
  WHERE l.tenant_id = $1 AND l.settlement_id = $2 ORDER BY l.id`

const REASONS = `
  SELECT r.reason FROM reserves r WHERE r.tenant_id = $1 AND r.settlement_id = $2 AND r.reason IS NOT NULL ORDER BY r.id`
