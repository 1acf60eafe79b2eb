import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { loadSettlement } from './queries.ts'
import { toSettlement, type Settlement } from './schemas.ts'

/** A line as the provider sees it. */
interface StatementLine {
  paymentId: string
  kind: 'PAYMENT' | 'REFUND' | 'RESTORED' | 'DISPUTE'
  /** The day of the capture at the centre. */
  paidOn: string
  servedOn: string | null
  serviceName: string | null
  gross: number
  platform: number
  centre: number
  provider: number
}

/** A settlement and its computation, as the provider sees them. */
export interface SettlementStatement {
  settlement: Settlement
  centreName: string
  providerName: string
  lines: readonly StatementLine[]
  /** The reasons for reserves that a person added. */
  reasons: readonly string[]
}

export const loadSettlementStatement = async (
  reader: Reader,
  id: string,
): Promise<SettlementStatement> => {
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
}

/** The steps from the provider's share to the payout. Lines with zero are omitted. */
export const stepsToPayout = ({ provider, carriedIn, released, withheld }: Settlement) =>
  [
    { step: 'SHARE', amount: provider } as const,
    { step: 'CARRIED_IN', amount: carriedIn } as const,
    { step: 'RELEASED', amount: released } as const,
    { step: 'WITHHELD', amount: -withheld } as const,
  ].filter(({ step, amount }) => step === 'SHARE' || amount !== 0)

const PROVIDER = `
  SELECT v.name FROM settlements s JOIN providers v ON v.tenant_id = s.tenant_id AND v.id = s.provider_id
  WHERE s.tenant_id = $1 AND s.id = $2`

// A line does not name the child; the payment does, for people who may read it.
const LINES = `
  SELECT l.payment_id AS "paymentId", CASE WHEN l.refund_id IS NOT NULL AND l.gross_minor > 0 THEN 'RESTORED'
      WHEN l.refund_id IS NOT NULL THEN 'REFUND' WHEN l.dispute_id IS NOT NULL THEN 'DISPUTE' ELSE 'PAYMENT' END AS kind,
    therapy.local_time(p.settled_at, $3)::date::text AS "paidOn",
    therapy.local_time(a.starts_at, coalesce(place.time_zone, $3))::date::text AS "servedOn", s.name AS "serviceName",
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
