import type { OutsideContext } from '#platform/core/context/context.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { endSessionUrl } from '#providers/oidc/index.ts'
import { findSsoConnection } from '../sso-connections/find-sso-connection.ts'
import { askProvider } from './ask-provider.ts'

/**
 * The URL at which the person signs out of the session's provider; undefined if there is none or the provider
 * does not respond.
 */
export const findProviderSignOut = async (
  ctx: Pick<OutsideContext, 'platform'>,
  session: { tenantId: string; id: string },
  publicUrl: string,
): Promise<URL | undefined> => {
  const values = [session.tenantId, session.id]
  const [row] = await systemSql(ctx.platform)<{ connectionId: string }>(FIND, values)
  if (!row) return undefined
  const returnTo = new URL('/sign-in', publicUrl).href
  // The user is already signed out of the platform, even if this fails.
  return findSsoConnection(ctx.platform, row.connectionId)
    .then(({ client }) => askProvider(ctx, (it) => endSessionUrl(it, client, returnTo)))
    .catch(() => undefined)
}

const FIND = {
  name: 'find_session_sso_connection',
  text: `SELECT sso_connection_id AS "connectionId" FROM user_sessions
    WHERE tenant_id = $1 AND id = $2 AND sso_connection_id IS NOT NULL`,
}
