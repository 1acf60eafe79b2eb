import type { Reader } from '#platform/core/transactions/transaction.ts'
import { valuesFor, type Person } from '#people/persons/person.ts'
import type { Blocker } from './schemas.ts'
import type { PersonKind } from '#people/persons/named-person.ts'

/** Maximum number of blockers listed per kind. */
const MAX_NAMED = 50

/**
 * Finds what must end before an erasure: future appointments, payments and signatures. The erasure does not end
 * them itself, because each has consequences that people must decide: a fee, a slot for the next child, or a
 * note that the law requires to be complete.
 */
export const findBlockers = (reader: Reader, person: Person): Promise<Blocker[]> => {
  const text = BLOCKERS[person.kind]
  return reader.sql<Blocker>(text, valuesFor(reader, person, text))
}

const LIVE = `('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS')`

const money = (column: string) => [
  `SELECT 'ORDER' AS kind, id FROM orders WHERE tenant_id = $1 AND ${column} = ANY ($2) AND status = 'OPEN'`,
  `SELECT 'PAYMENT', p.id FROM payments p JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id
   WHERE p.tenant_id = $1 AND o.${column} = ANY ($2) AND p.status IN ('PROCESSING', 'REQUIRES_ACTION')`,
  `SELECT 'EXPORT', id FROM person_exports WHERE tenant_id = $1 AND ${column} = ANY ($2) AND status = 'RUNNING'`,
]

/** Art. 18: a person wants the data to be kept. The restriction set by another erasure is not such a wish. */
const restricted = (who: string) =>
  `SELECT 'RESTRICTION', id FROM processing_restrictions
   WHERE tenant_id = $1 AND person_id = ANY (${who}) AND lifted_at IS NULL AND ground <> 'RETENTION'`

const all = (...selects: string[]) =>
  `SELECT kind, id FROM (${selects.join(' UNION ALL ')}) blockers ORDER BY kind, id LIMIT ${MAX_NAMED}`

const BLOCKERS: Record<PersonKind, string> = {
  child: all(
    ...money('child_id'),
    restricted('$2'),
    `SELECT 'APPOINTMENT', id FROM appointments WHERE tenant_id = $1 AND child_id = ANY ($2) AND status IN ${LIVE}`,
    `SELECT DISTINCT 'SERIES', s.id FROM series s JOIN series_occurrences o ON o.tenant_id = s.tenant_id AND o.series_id = s.id
     WHERE s.tenant_id = $1 AND s.child_id = ANY ($2) AND o.pending IS NOT NULL`,
    `SELECT 'PROGRAM', id FROM early_intervention_programs
     WHERE tenant_id = $1 AND child_id = ANY ($2) AND status = 'ACTIVE'`,
    `SELECT 'UNSIGNED_NOTE', n.id FROM session_notes n JOIN sessions s ON s.tenant_id = n.tenant_id AND s.id = n.session_id
     WHERE n.tenant_id = $1 AND s.child_id = ANY ($2) AND n.status IN ('DRAFT', 'AWAITING_COSIGN')`,
  ),
  client: all(
    ...money('client_id'),
    restricted('$2 || therapy.children_of_client($2[1])'),
    `SELECT 'GUARDIANSHIP', g.id FROM guardianships g JOIN children c ON c.tenant_id = g.tenant_id AND c.id = g.child_id
     WHERE g.tenant_id = $1 AND g.client_id = ANY ($2) AND g.ended_at IS NULL AND c.archived_at IS NULL`,
  ),
}
