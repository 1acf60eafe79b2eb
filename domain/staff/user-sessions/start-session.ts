import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { centreSuspended } from '#platform/core/errors.ts'
import { newId } from '#platform/core/ids.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { addMinutes } from '#platform/core/time.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { hashSecret, newSessionToken } from '#platform/identity/secrets.ts'
import { loadUser } from '../users/queries.ts'
import type { SESSION_METHODS } from './schemas.ts'

/** Where a session is begun. */
export interface Device {
  ip: string
  userAgent: string | undefined
}

export interface StartedSession {
  id: string
  /** What the browser keeps; here it is its hash. */
  token: string
  expiresAt: Date
}

const MAX_USER_AGENT = 300

/** Of a session that an identity provider stands behind: the connection, and what the provider calls the session. */
interface SsoSession {
  ssoConnectionId: string
  ssoSessionId: string | null
}

type Proof =
  | { method: Exclude<(typeof SESSION_METHODS)[number], 'OIDC'> }
  | ({ method: 'OIDC' } & SsoSession)

export const startSession = async (
  tx: Transaction,
  { userId, ip, userAgent, ...proof }: { userId: string } & Proof & Device,
): Promise<StartedSession> => {
  const id = newId('userSession')
  const token = newSessionToken()
  const { status, sessionIdleMinutes, sessionLongestHours } = await loadTenantSettings(tx)
  if (status !== 'ACTIVE') await assertOwner(tx, userId)
  const expiresAt = addMinutes(tx.now, sessionLongestHours * 60)
  const row = await tx.db.userSession.create({
    data: {
      ...freshRecord(tx, id),
      userId,
      ...proof,
      tokenHash: hashSecret(token),
      rotatedAt: tx.now,
      authenticatedAt: tx.now,
      lastUsedAt: tx.now,
      idleMinutes: sessionIdleMinutes,
      expiresAt,
      ip,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    },
  })
  tx.created({ type: 'userSession', id }, row)
  return { id, token, expiresAt }
}

/** While a centre is suspended, its owners alone sign in. */
const assertOwner = async (tx: Transaction, userId: string): Promise<void> => {
  const { roles } = await loadUser(tx, userId)
  if (!roles.includes('OWNER')) throw centreSuspended()
}
