import type { WebhookRecovery as RecoveryModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { LookedAt } from './look-for-missed.ts'

/** Creates the deliveries of a recovery. */
export const deliverMissed = (
  tx: Transaction,
  { id, endpointId }: RecoveryModel,
  missed: readonly LookedAt[],
): Promise<unknown> =>
  tx.sql(DELIVER, [
    tx.tenantId,
    missed.map(() => newId('delivery')),
    endpointId,
    missed.map(({ eventId }) => eventId),
    missed.map(({ type }) => type),
    missed.map(({ createdAt }) => createdAt),
    missed.map(({ originalId }) => originalId),
    id,
    tx.now,
  ])

const DELIVER = `
  INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, status, event_created_at,
    next_attempt_at, redelivery_of, recovery_id, created_at, updated_at)
  SELECT $1, d.id, $3, d.event_id, d.event_type, 'PENDING', d.event_created_at, $9, d.redelivery_of, $8, $9, $9
  FROM unnest($2::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
    AS d(id, event_id, event_type, event_created_at, redelivery_of)
  ON CONFLICT DO NOTHING`
