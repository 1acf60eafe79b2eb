import type { Platform } from '#platform/core/context/platform.ts'
import { hashSecret, matchesHash } from '#platform/identity/secrets.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { refuseSignIn } from './refuse-sign-in.ts'

/** An attempt from which a person returns. */
export interface SsoSignIn {
  tenantId: string
  id: string
  connectionId: string
  browserHash: string
  sealedSecrets: string
  expiresAt: Date
  usedAt: Date | null
  createdAt: Date
  /** The session to renew, if the attempt does not start a new one. */
  sessionId: string | null
  /** The session to end, if the attempt starts another one. */
  endsSessionId: string | null
}

/** Finds the attempt of a state in any centre. */
export const findSsoSignIn = async (
  platform: Platform,
  state: string,
): Promise<SsoSignIn | undefined> => {
  const [signIn] = await systemSql(platform)<SsoSignIn>(FIND, [hashSecret(state)])
  return signIn
}

/**
 * Refuses an attempt that was used, has expired, was started in another browser or for another provider, or
 * would unexpectedly end a session.
 */
export const assertComesBack = (
  { usedAt, expiresAt, browserHash, connectionId, sessionId, endsSessionId }: SsoSignIn,
  returning: {
    now: Date
    browserSecret: string | undefined
    connectionId: string
    /** The session that the browser has now. */
    openSessionId: string | undefined
  },
): void => {
  const { now, browserSecret, openSessionId } = returning
  if (connectionId !== returning.connectionId) throw refuseSignIn('CONNECTION_CHANGED')
  if (!browserSecret || !matchesHash(browserSecret, browserHash))
    throw refuseSignIn('OTHER_BROWSER')
  if (usedAt) throw refuseSignIn('USED')
  if (expiresAt <= now) throw refuseSignIn('EXPIRED')
  if (openSessionId !== undefined && openSessionId !== (sessionId ?? endsSessionId))
    throw refuseSignIn('OTHER_SESSION')
}

const FIND = {
  name: 'find_sso_sign_in',
  text: `SELECT tenant_id AS "tenantId", id, connection_id AS "connectionId", browser_hash AS "browserHash",
      sealed_secrets AS "sealedSecrets", expires_at AS "expiresAt", used_at AS "usedAt", created_at AS "createdAt", session_id AS "sessionId",
      ends_session_id AS "endsSessionId"
    FROM sso_sign_ins WHERE state_hash = $1`,
}
