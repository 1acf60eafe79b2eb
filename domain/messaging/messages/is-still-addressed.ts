import type { Reader } from '#platform/core/transactions/transaction.ts'

interface Addressee {
  subjectId: string
  recipientId: string
}

/**
 * Whether a person may still receive a message that was meant for them. A client must be a legal guardian, or a
 * foster or surrogate parent, of the child, and neither may be archived. A guardianship can end, and a provider
 * can leave, before a message is sent or a link is used.
 */
export const isStillAddressed = async (
  reader: Pick<Reader, 'sql' | 'tenantId'>,
  { subjectId, recipientId }: Addressee,
): Promise<boolean> => {
  const [found] = await reader.sql<{ isAddressed: boolean }>(FIND, [
    reader.tenantId,
    subjectId,
    recipientId,
  ])
  return found!.isAddressed
}

/** For a merged child, the guardians of the surviving record count. */
const FIND = `
  SELECT CASE split_part($3, '_', 1)
    WHEN 'cli' THEN EXISTS (SELECT FROM clients WHERE tenant_id = $1 AND id = $3 AND archived_at IS NULL)
      AND (about.child_id IS NULL OR EXISTS (SELECT FROM guardianships g
        WHERE g.tenant_id = $1 AND g.client_id = $3 AND g.ended_at IS NULL
          AND (g.legal OR g.kind IN ('FOSTER_PARENT', 'SURROGATE_PARENT'))
          AND g.child_id IN (SELECT COALESCE(merged_into_id, id) FROM children WHERE tenant_id = $1 AND id = about.child_id)))
    WHEN 'prv' THEN EXISTS (SELECT FROM providers WHERE tenant_id = $1 AND id = $3 AND archived_at IS NULL)
    ELSE true END AS "isAddressed"
  FROM (SELECT therapy.child_of($2) AS child_id) about`
