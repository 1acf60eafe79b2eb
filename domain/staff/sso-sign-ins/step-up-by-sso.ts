import type { OutsideContext } from '#platform/core/context/context.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { signInContext, type SigningIn } from '../sign-in/sign-in-context.ts'
import type { UsableConnection } from '../sso-connections/find-sso-connection.ts'
import { holdConnection } from './hold-connection.ts'
import { refuseSignIn } from './refuse-sign-in.ts'
import type { StartedSession } from '../user-sessions/start-session.ts'
import { renewSession } from '../user-sessions/renew-session.ts'

/** Renews a session with a new proof at the provider. It must be the same person and the same provider. */
export const stepUpBySso = async (
  ctx: SigningIn<OutsideContext>,
  connection: Pick<UsableConnection, 'tenantId' | 'id' | 'version'>,
  { claims, sessionId }: { claims: { sub: string }; sessionId: string },
): Promise<StartedSession> => {
  const { tenantId, id: connectionId } = connection
  const [session] = await systemSql(ctx.platform)<{ userId: string }>(FIND, [tenantId, sessionId])
  const { userId } = session!
  return transact(
    signInContext(ctx, { tenantId, kind: 'USER', id: userId }),
    'users:write',
    async (tx) => {
      await holdConnection(tx, connection)
      const user = await tx.db.user.findFirst({ where: inTenant(tx, userId) })
      if (user?.status !== 'ACTIVE') throw refuseSignIn('USER_DEACTIVATED')
      if (user.ssoConnectionId !== connectionId || user.ssoSubject !== claims.sub)
        throw refuseSignIn('OTHER_SUBJECT')
      return renewSession(tx, { id: sessionId, answersFactor: false })
    },
  )
}

const FIND = {
  name: 'find_stepping_up',
  text: 'SELECT user_id AS "userId" FROM user_sessions WHERE tenant_id = $1 AND id = $2',
}
