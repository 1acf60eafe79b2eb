import type { User as UserModel } from '#prisma/generated/client.ts'
import { translateDatabaseError } from '#platform/core/errors/database-errors.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { freshRecord, keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { signInContext, type SigningIn } from '../sign-in/sign-in-context.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import type { UsableConnection } from '../sso-connections/find-sso-connection.ts'
import { proofsOf, RoleMappings } from '../sso-connections/schemas.ts'
import { startSession, type Device, type StartedSession } from '../user-sessions/start-session.ts'
import { assertPosition, type Position } from '../users/assert-position.ts'
import { userEvents, userFacts } from '../users/events.ts'
import { loadUser } from '../users/queries.ts'
import { toUser } from '../users/schemas.ts'
import { holdConnection } from './hold-connection.ts'
import { refuseSignIn } from './refuse-sign-in.ts'
import { authenticatedAtOf, emailOf, nameOf, rolesOf } from './rules.ts'

type Claims = Readonly<Record<string, unknown>> & { sub: string }

/** Signs in a person for whom a provider vouches. Creates the user if necessary. */
export const admitPerson = async (
  ctx: SigningIn,
  asked: Pick<UsableConnection, 'tenantId' | 'id' | 'version'>,
  { claims, device }: { claims: Claims; device: Device },
): Promise<StartedSession> => {
  const { tenantId, id: connectionId } = asked
  const email = typeof claims['email'] === 'string' ? claims['email'].toLowerCase() : ''
  const values = [tenantId, connectionId, claims.sub, email]
  const [known] = await systemSql(ctx.platform)<{ id: string }>(FIND_USER, values)
  const userId = known?.id ?? newId('user')
  return transact(
    signInContext(ctx, { tenantId, kind: 'USER', id: userId }),
    'users:write',
    async (tx) => {
      const connection = await holdConnection(tx, asked)
      const provedDomains = proofsOf(connection).map(({ domain }) => domain)
      const address = emailOf(claims, { ...connection, provedDomains })
      const roles = rolesOf(claims, {
        ...connection,
        roleMappings: fromJson(RoleMappings, connection.roleMappings),
      })
      const identity = { ssoConnectionId: connectionId, ssoSubject: claims.sub }
      if (known) await admitUser(tx, userId, { identity, roles })
      else if (!connection.createsUsers) throw refuseSignIn('USER_UNKNOWN')
      else {
        const givenRoles = roles ?? connection.defaultRoles
        if (givenRoles.length === 0) throw refuseSignIn('NO_ROLE')
        const name = nameOf(claims) ?? address
        await createPerson(tx, userId, { email: address, name, roles: givenRoles, ...identity })
      }
      const ssoSessionId = typeof claims['sid'] === 'string' ? claims['sid'] : null
      const authenticatedAt = authenticatedAtOf(claims, tx.now)
      const session = {
        method: 'OIDC',
        authenticatedAt,
        ssoConnectionId: connectionId,
        ssoSessionId,
      } as const
      return startSession(tx, { userId, ...session, ...device })
    },
  )
}

interface Identity {
  ssoConnectionId: string
  ssoSubject: string
}

const admitUser = async (
  tx: Transaction,
  userId: string,
  { identity, roles }: { identity: Identity; roles: string[] | undefined },
): Promise<void> => {
  await lockRecord(tx, 'users', userId)
  const before = await loadUser(tx, userId)
  const { ssoConnectionId, ssoSubject } = identity
  if (before.status === 'DEACTIVATED') throw refuseSignIn('USER_DEACTIVATED')
  if (before.ssoConnectionId === ssoConnectionId && before.ssoSubject !== ssoSubject)
    throw refuseSignIn('OTHER_SUBJECT')
  const accepts = before.status === 'INVITED'
  const data = {
    ...identity,
    ...(accepts && { status: 'ACTIVE' as const, activatedAt: tx.now }),
  }
  const isOther = roles !== undefined && !sameRoles(roles, before.roles)
  if (!accepts && !isOther && before.ssoSubject === ssoSubject) return
  if (isOther) await assertPossible(tx, { ...before, roles })
  const after = isOther
    ? await keepingAnOwner(tx, userId, data, roles)
    : await update(tx, userId, data)
  tx.changed({ type: 'user', id: userId }, before, after, {
    before: toUser(before),
    after: toUser(after),
  })
  if (accepts) tx.emit(userEvents['user.activated'], { type: 'user', id: userId }, userFacts(after))
}

type Change = Identity & { status?: 'ACTIVE'; activatedAt?: Date; roles?: string[] }

const update = (tx: Transaction, id: string, data: Change): Promise<UserModel> =>
  tx.db.user.update({ where: keyOf(tx, id), data: { ...data, ...touched(tx) } })

/** The last owner keeps the role, even if the identity provider no longer grants it. */
const keepingAnOwner = async (
  tx: Transaction,
  id: string,
  data: Change,
  roles: string[],
): Promise<UserModel> => {
  try {
    return await tx.attempt(() => update(tx, id, { ...data, roles }))
  } catch (error) {
    const refusal = translateDatabaseError(error)
    if (!(refusal instanceof DomainError) || refusal.code !== 'last_owner') throw refusal
    return update(tx, id, data)
  }
}

const createPerson = async (
  tx: Transaction,
  id: string,
  person: Identity & { email: string; name: string; roles: string[] },
): Promise<void> => {
  await assertPossible(tx, { roles: person.roles, providerId: null, locationIds: [] })
  const row = await tx.db.user.create({
    data: {
      ...freshRecord(tx, id),
      ...person,
      status: 'ACTIVE',
      invitedAt: tx.now,
      activatedAt: tx.now,
    },
  })
  const subject = { type: 'user' as const, id }
  tx.created(subject, row)
  tx.emit(userEvents['user.activated'], subject, userFacts(row))
}

/** Roles with a caseload require a provider, so such people must be invited first. */
const assertPossible = async (tx: Transaction, position: Position): Promise<void> => {
  try {
    await assertPosition(tx, position)
  } catch (error) {
    if (error instanceof DomainError)
      throw refuseSignIn('ROLES_IMPOSSIBLE', { detail: error.message, cause: error })
    throw error
  }
}

const sameRoles = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((role) => others.includes(role))

/** An earlier sign-in through the connection takes precedence over the address. */
const FIND_USER = {
  name: 'sso_user',
  text: `SELECT id FROM users WHERE tenant_id = $1 AND (email = $4 OR (sso_connection_id = $2 AND sso_subject = $3))
    ORDER BY (sso_connection_id = $2 AND sso_subject = $3) DESC NULLS LAST LIMIT 1`,
}
