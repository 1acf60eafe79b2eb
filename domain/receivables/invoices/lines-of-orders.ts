import { dateIn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { InvoiceLine } from './invoice-line.ts'

interface Row extends Omit<InvoiceLine, 'servedOn' | 'taxRate'> {
  taxBasisPoints: number
  startsAt: Date | null
  timeZone: string
}

/** The lines of orders as invoice lines, in order. */
export const linesOfOrders = async (
  reader: Reader,
  orderIds: readonly string[],
): Promise<InvoiceLine[]> => {
  const rows = await reader.sql<Row>(LINES, [reader.tenantId, orderIds])
  return rows.map(({ startsAt, timeZone, taxBasisPoints, ...line }) => ({
    orderId: line.orderId,
    description: line.description,
    serviceCode: line.serviceCode,
    servedOn: startsAt && dateIn(startsAt, timeZone),
    quantity: line.quantity,
    unitAmount: line.unitAmount,
    discountAmount: line.discountAmount,
    taxRate: taxBasisPoints / 100,
    taxExemption: line.taxExemption,
    taxAmount: line.taxAmount,
    amount: line.amount,
  }))
}

const LINES = `
  SELECT l.order_id AS "orderId", l.description, s.code AS "serviceCode", a.starts_at AS "startsAt",
         coalesce(p.time_zone, t.default_time_zone) AS "timeZone", l.quantity, l.unit_amount_minor AS "unitAmount",
         l.discount_minor AS "discountAmount", l.tax_basis_points AS "taxBasisPoints", l.tax_exemption AS "taxExemption",
         l.tax_minor AS "taxAmount", l.amount_minor AS amount
  FROM order_lines l
    JOIN orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
    JOIN tenants t ON t.tenant_id = l.tenant_id
    LEFT JOIN services s ON s.tenant_id = l.tenant_id AND s.id = l.service_id
    LEFT JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
    LEFT JOIN locations p ON p.tenant_id = a.tenant_id AND p.id = a.location_id
  WHERE l.tenant_id = $1 AND l.order_id = ANY ($2) ORDER BY array_position($2::text[], l.order_id), l.id`
