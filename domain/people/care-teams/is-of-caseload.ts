import type { Reader } from '#platform/core/transactions/transaction.ts'

/** Whether a child is in a provider's caseload, or that of a supervisee. */
export const isOfCaseload = async (
  reader: Pick<Reader, 'sql' | 'now'>,
  { providerId, childId }: { providerId: string; childId: string },
): Promise<boolean> => {
  const [reason] = await reader.sql(REASON, [providerId, reader.now, childId])
  return reason !== undefined
}

const REASON = `SELECT 1 FROM therapy.caseload_of(therapy.team_of($1, $2), $1, $2) WHERE child_id = $3 LIMIT 1`
