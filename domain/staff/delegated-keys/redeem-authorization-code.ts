import type { AuthorizationCode } from '#prisma/generated/client.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant, keyOf } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadActiveUser } from '#platform/identity/load-active-user.ts'
import { hashSecret } from '#platform/identity/secrets.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { signInContext, type SigningIn } from '../sign-in/sign-in-context.ts'
import { revokeUserSession } from '../user-sessions/revoke-user-session.ts'
import {
  startDelegatedSession,
  type Device,
  type StartedSession,
} from '../user-sessions/start-session.ts'
import { provesChallenge } from './rules.ts'

export interface CodeExchange {
  code: string
  codeVerifier: string
  redirectUri: string | undefined
  device: Device
}

export interface DelegatedKey extends StartedSession {
  scopes: string[]
  /** Counted from the exchange. */
  expiresInSeconds: number
}

/**
 * Exchanges a code for its key (RFC 6749 §4.1.3). This is possible only once: a code that is used again was
 * stolen, so the key is revoked.
 */
export const redeemAuthorizationCode = async (
  ctx: SigningIn,
  exchange: CodeExchange,
): Promise<DelegatedKey & { tenantId: string; userId: string }> => {
  const [found] = await systemSql(ctx.platform)<FoundCode>(FIND, [hashSecret(exchange.code)])
  if (!found) throw refused()
  const { tenantId, userId } = found
  const inCentre = signInContext(ctx, { tenantId, kind: 'USER', id: userId })
  const key = await transact(inCentre, 'users:write', (tx) => exchangeCode(tx, found, exchange))
  if (!key) throw refused()
  return { ...key, tenantId, userId }
}

const exchangeCode = async (
  tx: Transaction,
  { id, userId }: FoundCode,
  { codeVerifier, redirectUri, device }: CodeExchange,
): Promise<DelegatedKey | undefined> => {
  await lockRecord(tx, 'authorization_codes', id)
  await lockRecord(tx, 'users', userId)
  const code = await tx.db.authorizationCode.findFirstOrThrow({ where: inTenant(tx, id) })
  if (code.keyId !== null) {
    await revokeUserSession(tx, { id: code.keyId })
    return undefined
  }
  const { name, scopes, days } = code
  const isRight =
    code.expiresAt > tx.now &&
    provesChallenge(codeVerifier, code.codeChallenge) &&
    redirectUri === (code.redirectUri ?? undefined) &&
    (await isStillAllowed(tx, code))
  if (!isRight) throw refused()
  const key = await startDelegatedSession(tx, { userId, name, scopes, days, ...device })
  const data = { usedAt: tx.now, keyId: key.id }
  const after = await tx.db.authorizationCode.update({ where: keyOf(tx, id), data })
  tx.changed({ type: 'authorizationCode', id }, code, after)
  const expiresInSeconds = Math.floor((key.expiresAt.getTime() - tx.now.getTime()) / 1_000)
  return { ...key, scopes, expiresInSeconds }
}

/**
 * Whether the authorization still holds: the user is active, the session in which it was given has not ended,
 * and the centre allows this lifetime.
 */
const isStillAllowed = async (
  tx: Transaction,
  { userId, sessionId, days }: AuthorizationCode,
): Promise<boolean> => {
  const [user, session, { delegatedKeyLongestDays: longest }] = await Promise.all([
    loadActiveUser(tx, { userId }),
    tx.db.userSession.findFirst({ where: inTenant(tx, sessionId) }),
    loadTenantSettings(tx),
  ])
  return user !== undefined && session?.revokedAt === null && days <= longest
}

const refused = () =>
  new DomainError(
    'invalid_grant',
    'The code is unknown, expired, already used, or was requested by another program. A code also becomes invalid when the session in which it was allowed ends. Start again with `therapy login`.',
  )

interface FoundCode {
  tenantId: string
  id: string
  userId: string
}

const FIND = {
  name: 'find_authorization_code',
  text: `SELECT tenant_id AS "tenantId", id, user_id AS "userId" FROM authorization_codes WHERE code_hash = $1`,
}
