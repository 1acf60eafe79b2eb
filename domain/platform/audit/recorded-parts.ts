import type { Reader } from '../core/transactions/transaction.ts'

/** A record that was created together with another one, as the audit trail names it. */
export interface RecordedPart {
  type: string
  id: string
}

/**
 * Records of these types that calls about a subject created, according to the audit trail. The trail is sealed,
 * so a part that is missing was deleted.
 */
export const recordedParts = (
  reader: Reader,
  subjectId: string,
  types: readonly string[],
): Promise<RecordedPart[]> =>
  reader.sql<RecordedPart>(RECORDED_PARTS, [reader.tenantId, subjectId, types])

const RECORDED_PARTS = `
  SELECT part->>'subjectType' AS type, part->>'subjectId' AS id
  FROM audit_entries e CROSS JOIN LATERAL jsonb_array_elements(e.changes->'also') AS part
  WHERE e.tenant_id = $1 AND e.subject_id = $2 AND e.outcome = 'ALLOWED' AND part->>'subjectType' = ANY ($3)
  ORDER BY e.occurred_at, e.id`
