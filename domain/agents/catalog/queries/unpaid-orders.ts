import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { moment, span } from './schemas.ts'

const Row = z.strictObject({
  orderId: idOf('order'),
  childId: idOf('child').nullable(),
  clientId: idOf('client').nullable(),
  appointmentId: idOf('appointment').nullable(),
  amount: z.int(),
  currency: z.string(),
  createdAt: moment,
})

export const unpaidOrders = defineQuery({
  name: 'unpaid_orders',
  title: 'Unpaid orders',
  description: 'Orders that have been open for some time, oldest first.',
  parameters: z.strictObject({
    olderThanDays: span(14, 'Minimum number of days for which the order has been open.'),
  }),
  row: Row,
  needs: ['orders:read', 'children:read'],
  most: 500,
  read: (reader, { olderThanDays }, take) =>
    reader.sql<UnpaidRow>(UNPAID, [reader.tenantId, reader.now, olderThanDays, take]),
})

interface UnpaidRow {
  orderId: string
  childId: string | null
  clientId: string | null
  appointmentId: string | null
  amount: number
  currency: string
  createdAt: Date
}

const UNPAID = `
  SELECT o.id AS "orderId", o.child_id AS "childId", o.client_id AS "clientId", o.appointment_id AS "appointmentId",
         o.amount_minor AS amount, o.currency, o.created_at AS "createdAt"
  FROM orders o
  WHERE o.tenant_id = $1 AND o.status = 'OPEN' AND o.created_at <= $2::timestamptz - make_interval(days => $3::int)
  ORDER BY o.created_at, o.id LIMIT $4`
