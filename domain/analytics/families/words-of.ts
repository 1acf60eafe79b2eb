/**
 * Children whose erasure has begun: what is kept of them by law is restricted by it. Figures go on counting them, and hold no
 * words of their records any more.
 */
const BEING_ERASED = `(
  SELECT e.person_id FROM processing_restrictions e WHERE e.tenant_id = $1 AND e.ground = 'RETENTION' AND e.lifted_at IS NULL)`

/** A text of a child's records that figures are grouped by; '' once the child's erasure has begun. */
export const wordsOf = (text: string, childId: string): string =>
  `CASE WHEN ${text} IS NULL OR ${childId} IN ${BEING_ERASED} THEN '' ELSE ${text} END`
