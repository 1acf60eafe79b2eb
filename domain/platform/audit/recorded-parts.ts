import type { Reader } from '../core/transactions/transaction.ts'

/** A record that was made together with another, as the audit trail names it. */
export interface RecordedPart {
  type: string
  id: string
}

/**
 * The records of these types that calls about a subject made, by the audit trail. The trail is sealed:
 * a part that it names and that is not there was deleted.
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
