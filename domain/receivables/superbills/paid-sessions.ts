import { invalid } from '#platform/core/errors/errors.ts'
import { PLACES_OF_SERVICE, type PlaceOfService } from '#organization/services/places-of-service.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { SuperbillLine } from './schemas.ts'

interface Wanted {
  childId: string
  clientId: string
  startsOn: string
  endsOn: string
}

interface Row extends Omit<SuperbillLine, 'placeOfServiceCode'> {
  placeOfService: PlaceOfService | null
  currency: string
}

/** The completed sessions of the period that were ordered for the client and paid, in one currency. */
export const paidSessions = async (
  reader: Reader,
  { childId, clientId, startsOn, endsOn }: Wanted,
): Promise<{ currency: string; lines: SuperbillLine[] }> => {
  const rows = await reader.sql<Row>(PAID, [reader.tenantId, childId, clientId, startsOn, endsOn])
  const currency = rows[0]?.currency ?? ''
  if (rows.some((row) => row.currency !== currency))
    throw invalid(
      'startsOn',
      'not_allowed',
      'The sessions were charged in several currencies. Create a superbill for each currency.',
    )
  return {
    currency,
    lines: rows.map(({ currency: _, placeOfService, ...line }) => ({
      ...line,
      placeOfServiceCode: placeOfService && PLACES_OF_SERVICE[placeOfService],
    })),
  }
}

/** Days are local, as families know them. Pending refunds count as refunded. */
const PAID = `
  SELECT a.id AS "appointmentId", o.id AS "orderId", day.served_on::text AS "servedOn",
    coalesce(s.billing_code, s.code) AS "serviceCode", line.description, v.name AS "providerName", v.npi AS "providerNpi",
    coalesce(n.units, line.quantity)::int AS units,
    coalesce(n.place, a.place_of_service) AS "placeOfService", o.amount_minor AS amount, paid.amount AS "paidAmount", o.currency
  FROM orders o
  JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id AND a.status = 'COMPLETED'
  JOIN tenants t ON t.tenant_id = o.tenant_id
  JOIN providers v ON v.tenant_id = a.tenant_id AND v.id = a.provider_id
  LEFT JOIN locations p ON p.tenant_id = a.tenant_id AND p.id = a.location_id
  LEFT JOIN services s ON s.tenant_id = a.tenant_id AND s.id = a.service_id
  CROSS JOIN LATERAL (SELECT therapy.local_time(a.starts_at, coalesce(p.time_zone, t.default_time_zone))::date AS served_on) day
  CROSS JOIN LATERAL (SELECT l.description, l.quantity FROM order_lines l
    WHERE l.tenant_id = o.tenant_id AND l.order_id = o.id ORDER BY l.id LIMIT 1) line
  CROSS JOIN LATERAL (SELECT coalesce(sum(m.amount_minor - m.refunded_minor - m.charged_back_minor), 0)::int AS amount FROM payments m
    WHERE m.tenant_id = o.tenant_id AND m.order_id = o.id AND m.status = 'SUCCEEDED') paid
  LEFT JOIN LATERAL (SELECT max(e.billable_units) AS units, max(e.place_of_service) AS place FROM sessions e
    WHERE e.tenant_id = a.tenant_id AND e.appointment_id = a.id) n ON true
  WHERE o.tenant_id = $1 AND o.child_id = $2 AND o.client_id = $3 AND o.purpose = 'SERVICE' AND o.status = 'PAID'
    AND day.served_on BETWEEN $4::date AND $5::date AND paid.amount > 0
  ORDER BY a.starts_at, o.id`
