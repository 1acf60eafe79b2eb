import type { Reader } from '#platform/core/transactions/transaction.ts'

interface Addressee {
  subjectType: string
  subjectId: string
  recipientId: string
}

/**
 * Whether a message must not go out: processing of the data of the child that it is about, or of who would
 * get it, is restricted. That a restriction is going to be lifted is told all the same (Art. 18(3) GDPR).
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
