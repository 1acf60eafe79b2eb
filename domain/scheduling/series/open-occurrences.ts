import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { OpenOccurrence } from './rules.ts'

/**
 * The occurrences that can be changed: future ones that take place, ordered by day. Locks the rows, and waits
 * for the one that the workflow is processing.
 */
export const openOccurrences = (tx: Transaction, seriesId: string): Promise<OpenOccurrence[]> =>
  tx.sql<OpenOccurrence>(OPEN, [tx.tenantId, seriesId, tx.now])

const OPEN = `
  SELECT o.id, o.appointment_id AS "appointmentId", o.number, o.occurs_on::text AS "occursOn", o.start_time AS "startTime", o.provider_id AS "providerId",
         o.room_id AS "roomId", o.location_id AS "locationId", o.service_id AS "serviceId",
         o.duration_minutes AS "durationMinutes", o.notes, o.edited, o.status = 'BOOKED' AS booked
  FROM series_occurrences o LEFT JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
  WHERE o.tenant_id = $1 AND o.series_id = $2 AND o.status <> 'CANCELLED' AND o.pending IS DISTINCT FROM 'CANCEL'
    AND (a.id IS NULL OR a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED'))
    AND COALESCE(a.starts_at, o.starts_at, o.occurs_on + interval '1 day') > $3
  ORDER BY o.occurs_on, o.number FOR UPDATE OF o`
