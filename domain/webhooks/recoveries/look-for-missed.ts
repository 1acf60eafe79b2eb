import type { WebhookRecovery as RecoveryModel } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { wantsEvent } from '../endpoints/event-filter.ts'

/** An event in the range of a recovery. */
export interface LookedAt {
  eventId: string
  type: string
  createdAt: Date
  /** The first delivery of the event to the endpoint, if there is one. */
  originalId: string | null
  missed: boolean
}

/** The next events in the range, from the cursor on, and which of them the endpoint missed. */
export const lookForMissed = (
  tx: Transaction,
  { endpointId, cursorAt, cursorId, endsAt }: RecoveryModel,
  limit: number,
): Promise<LookedAt[]> =>
  tx.sql<LookedAt>(LOOK, [tx.tenantId, endpointId, cursorAt, cursorId, endsAt, limit])

/** An event that awaits its fan-out has not been missed. */
const LOOK = `
  SELECT o.id AS "eventId", o.type, o.created_at AS "createdAt", original.id AS "originalId",
         o.done_at IS NOT NULL AND ${wantsEvent('e', 'o')} AND NOT EXISTS (
           SELECT FROM webhook_deliveries d
           WHERE d.tenant_id = o.tenant_id AND d.event_id = o.id AND d.endpoint_id = e.id
             AND d.status IN ('PENDING', 'SUCCEEDED')) AS missed
  FROM outbox o
  JOIN webhook_endpoints e ON e.tenant_id = o.tenant_id AND e.id = $2
  LEFT JOIN webhook_deliveries original ON original.tenant_id = o.tenant_id AND original.event_id = o.id
    AND original.endpoint_id = e.id AND original.redelivery_of IS NULL
  WHERE o.tenant_id = $1 AND o.kind = 'event' AND o.created_at < $5
    AND (o.created_at, o.id) > ($3::timestamptz, $4::text)
  ORDER BY o.created_at, o.id LIMIT $6`
