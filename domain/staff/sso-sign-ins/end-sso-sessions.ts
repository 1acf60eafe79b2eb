import type { OutsideContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { signInContext, type SigningIn } from '../sign-in/sign-in-context.ts'
import { verifyLogoutToken } from '#providers/oidc/index.ts'
import type { UsableConnection } from '../sso-connections/find-sso-connection.ts'
import { askProvider } from './ask-provider.ts'

/** Ends the sessions that a provider reports: one of its own, or all of a person. Idempotent. */
export const endSsoSessions = async (
  ctx: SigningIn<OutsideContext>,
  { tenantId, id: connectionId, client }: UsableConnection,
  logoutToken: string,
): Promise<void> => {
  const { subject, sessionId } = await askProvider(ctx, (surroundings) =>
    verifyLogoutToken(surroundings, client, logoutToken),
  )
  await transact(signInContext(ctx, { tenantId, id: connectionId }), 'users:write', async (tx) => {
    tx.nothingChanged({ type: 'ssoConnection', id: connectionId })
    const values = [tenantId, connectionId, sessionId ?? null, subject ?? null, tx.now]
    const ended = await tx.sql<{ id: string }>(END, values)
    for (const { id } of ended)
      tx.changed({ type: 'userSession', id }, { revokedAt: null }, { revokedAt: tx.now })
  })
}

const END = `UPDATE user_sessions s SET revoked_at = $5, updated_at = $5, version = version + 1
  WHERE s.tenant_id = $1 AND s.sso_connection_id = $2 AND s.revoked_at IS NULL AND s.expires_at > $5
    AND ($3::text IS NULL OR s.sso_session_id = $3)
    AND ($4::text IS NULL OR s.user_id IN (
      SELECT id FROM users WHERE tenant_id = $1 AND sso_connection_id = $2 AND sso_subject = $4))
  RETURNING s.id`
