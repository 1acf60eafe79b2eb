import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Ends a user's sessions, all or all but one, and makes pending links invalid. Returns the ids of the sessions. */
export const endSessions = async (
  tx: Transaction,
  { userId, exceptId = '' }: { userId: string; exceptId?: string },
): Promise<string[]> => {
  const [ended] = await Promise.all([
    tx.sql<{ id: string }>(END_SESSIONS, [tx.tenantId, userId, exceptId, tx.now]),
    tx.sql(END_LINKS, [tx.tenantId, userId, tx.now]),
  ])
  for (const { id } of ended)
    tx.changed({ type: 'userSession', id }, { revokedAt: null }, { revokedAt: tx.now })
  return ended.map(({ id }) => id)
}

const END_SESSIONS = `UPDATE user_sessions SET revoked_at = $4, updated_at = $4, version = version + 1
  WHERE tenant_id = $1 AND user_id = $2 AND id <> $3 AND revoked_at IS NULL AND expires_at > $4 RETURNING id`

const END_LINKS = `UPDATE sign_in_links SET expires_at = $3
  WHERE tenant_id = $1 AND user_id = $2 AND used_at IS NULL AND expires_at > $3`
