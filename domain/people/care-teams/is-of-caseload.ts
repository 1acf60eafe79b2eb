import type { Reader } from '#platform/core/transactions/transaction.ts'

/** Whether a child is in the caseload of a provider or of one of the provider's supervisees. */
export const isOfCaseload = async (
  reader: Pick<Reader, 'sql' | 'now'>,
  { providerId, childId }: { providerId: string; childId: string },
): Promise<boolean> => {
  const [reason] = await reader.sql(REASON, [providerId, reader.now, childId])
  return reason !== undefined
}

const REASON = `SELECT 1 FROM therapy.caseload_of(therapy.team_of($1, $2), $1, $2) WHERE child_id = $3 LIMIT 1`
