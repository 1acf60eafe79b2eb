/**
 * Children whose erasure has started: their retained records are restricted. Figures still count them, but
 * contain no text from their records.
 */
const BEING_ERASED = `(
  SELECT e.person_id FROM processing_restrictions e WHERE e.tenant_id = $1 AND e.ground = 'RETENTION' AND e.lifted_at IS NULL)`

/** A grouping text from a child's records; '' once the child's erasure has started. */
export const wordsOf = (text: string, childId: string): string =>
  `CASE WHEN ${text} IS NULL OR ${childId} IN ${BEING_ERASED} THEN '' ELSE ${text} END`
