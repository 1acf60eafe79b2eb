import type { UserSession } from '#prisma/generated/client.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { TenantSettings } from '#organization/tenants/schemas.ts'
import { centreSuspended } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { hashSecret, newDelegatedKey, newSessionToken } from '#platform/identity/secrets.ts'
import { loadUser } from '../users/queries.ts'
import type { SESSION_METHODS } from './schemas.ts'

/** Where a session is started. */
export interface Device {
  ip: string
  userAgent: string | undefined
  /** The browser's secret. Programs have none. */
  browserSecret?: string | undefined
}

export interface StartedSession {
  id: string
  /** The value for the browser. Only its hash is stored. */
  token: string
  expiresAt: Date
}

const MAX_USER_AGENT = 300

/** For a session that an identity provider started: the connection, and the provider's id of the session. */
interface SsoSession {
  /** Null if the provider did not report it. */
  authenticatedAt: Date | null
  ssoConnectionId: string
  ssoSessionId: string | null
}

type Proof =
  | { method: Exclude<(typeof SESSION_METHODS)[number], 'OIDC' | 'DELEGATION'> }
  | ({ method: 'OIDC' } & SsoSession)

/**
 * Methods after which no second factor is needed: a passkey is one itself, and an identity provider is
 * responsible for its own checks.
 */
const NEEDS_NO_FACTOR: ReadonlySet<Proof['method']> = new Set(['PASSKEY', 'OIDC'])

export const startSession = async (
  tx: Transaction,
  begun: { userId: string } & Proof & Device,
): Promise<StartedSession> => {
  const { sessionIdleMinutes, sessionLongestHours, secondFactor } = await settingsFor(
    tx,
    begun.userId,
  )
  const expiresAt = addMinutes(tx.now, sessionLongestHours * 60)
  const lasts = { idleMinutes: sessionIdleMinutes, expiresAt }
  const awaitsFactor = secondFactor === 'REQUIRED' && !NEEDS_NO_FACTOR.has(begun.method)
  return insertSession(tx, newSessionToken(), { ...begun, ...lasts, awaitsFactor })
}

/** What a person has authorized a program to do. */
export interface Delegation {
  userId: string
  name: string
  scopes: string[]
  days: number
}

/** Starts a session in which a program acts for a person. Its token is constant, and pauses do not end it. */
export const startDelegatedSession = async (
  tx: Transaction,
  { days, ...begun }: Delegation & Device,
): Promise<StartedSession> => {
  await settingsFor(tx, begun.userId)
  const idleMinutes = days * MINUTES_OF_A_DAY
  const lasts = { idleMinutes, expiresAt: addMinutes(tx.now, idleMinutes) }
  return insertSession(tx, newDelegatedKey(), { ...begun, ...lasts, method: 'DELEGATION' })
}

const MINUTES_OF_A_DAY = 24 * 60

type NewSession = Device &
  Pick<UserSession, 'userId' | 'method' | 'idleMinutes' | 'expiresAt'> &
  Partial<
    Pick<
      UserSession,
      'name' | 'scopes' | 'ssoConnectionId' | 'ssoSessionId' | 'authenticatedAt' | 'awaitsFactor'
    >
  >

const insertSession = async (
  tx: Transaction,
  token: string,
  { userAgent, browserSecret, ...session }: NewSession,
): Promise<StartedSession> => {
  const id = newId('userSession')
  const row = await tx.db.userSession.create({
    data: {
      ...freshRecord(tx, id),
      authenticatedAt: tx.now,
      ...session,
      tokenHash: hashSecret(token),
      rotatedAt: tx.now,
      lastUsedAt: tx.now,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      browserHash: browserSecret === undefined ? null : hashSecret(browserSecret),
    },
  })
  tx.created({ type: 'userSession', id }, row)
  return { id, token, expiresAt: row.expiresAt }
}

/** The centre's settings for sessions. While the centre is suspended, only owners can start one. */
const settingsFor = async (tx: Transaction, userId: string): Promise<TenantSettings> => {
  const settings = await loadTenantSettings(tx)
  if (settings.status !== 'ACTIVE') {
    const { roles } = await loadUser(tx, userId)
    if (!roles.includes('OWNER')) throw centreSuspended()
  }
  return settings
}
