import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { hashSecret, newSessionToken } from '#platform/identity/secrets.ts'
import type { StartedSession } from './start-session.ts'

/**
 * Records a new proof for a session and replaces its token. The old token becomes invalid immediately, because
 * somebody may have stolen it.
 * @param answersFactor whether the proof is a second factor; only such a proof opens a session that awaits one
 */
export const renewSession = async (
  tx: Transaction,
  { id, answersFactor }: { id: string; answersFactor: boolean },
): Promise<StartedSession> => {
  const token = newSessionToken()
  const values = [tx.tenantId, id, tx.actor.id, hashSecret(token), tx.now, answersFactor]
  const [renewed] = await tx.sql<Renewed>(RENEW, values)
  if (!renewed)
    throw new DomainError('unauthenticated', 'Your session has ended. Sign in again at /sign-in.')
  const { expiresAt, ...before } = renewed
  tx.changed({ type: 'userSession', id }, before, {
    authenticatedAt: tx.now,
    awaitsFactor: before.awaitsFactor && !answersFactor,
  })
  return { id, token, expiresAt }
}

interface Renewed {
  expiresAt: Date
  authenticatedAt: Date | null
  awaitsFactor: boolean
}

const RENEW = `UPDATE user_sessions s SET token_hash = $4, previous_token_hash = NULL, rotated_at = $5, last_used_at = $5,
    authenticated_at = $5, awaits_factor = s.awaits_factor AND NOT $6, updated_at = $5, version = s.version + 1
  FROM user_sessions before
  WHERE before.tenant_id = s.tenant_id AND before.id = s.id AND s.tenant_id = $1 AND s.id = $2 AND s.user_id = $3
    AND s.revoked_at IS NULL AND s.expires_at > $5
  RETURNING s.expires_at AS "expiresAt", before.authenticated_at AS "authenticatedAt", before.awaits_factor AS "awaitsFactor"`
