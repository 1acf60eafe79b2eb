import type { Reader } from '#platform/core/transactions/transaction.ts'

interface Addressee {
  subjectType: string
  subjectId: string
  recipientId: string
}

/**
 * Whether a message must not be sent, because processing of its child's or recipient's data is restricted. The
 * notice that a restriction is lifted is sent anyway (Art. 18(3) GDPR).
 */
export const isRestricted = async (
  reader: Reader,
  { subjectType, subjectId, recipientId }: Addressee,
): Promise<boolean> => {
  if (subjectType === 'processingRestriction') return false
  const [found] = await reader.sql(FIND, [reader.tenantId, subjectId, recipientId])
  return found !== undefined
}

const FIND = `
  SELECT 1 FROM processing_restrictions
  WHERE tenant_id = $1 AND lifted_at IS NULL AND person_id IN (therapy.child_of($2), $3)`
