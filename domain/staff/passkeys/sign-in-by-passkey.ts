import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { isSsoRequired } from '../sign-in/is-sso-required.ts'
import { signInContext, type SigningIn } from '../sign-in/sign-in-context.ts'
import { startSession, type Device, type StartedSession } from '../user-sessions/start-session.ts'
import { loadUser } from '../users/queries.ts'
import { useChallenge } from './use-challenge.ts'
import { refusePasskey } from './refuse-passkey.ts'
import type { PasskeyAssertion } from './schemas.ts'
import { usePasskey } from './use-passkey.ts'

/** The owner of a passkey: one user in one centre. */
export interface PasskeyOwner {
  tenantId: string
  id: string
  userId: string
}

/** Uses up the browser's challenge and finds the owner of the passkey that responded. */
export const findPasskeyOwner = async (
  { platform }: SigningIn,
  { assertion, browserHash }: { assertion: PasskeyAssertion; browserHash: string },
): Promise<PasskeyOwner & { challenge: string }> => {
  const { clientDataJSON } = assertion.response
  const use = { purpose: 'SIGN_IN', boundTo: browserHash } as const
  const challenge = await useChallenge(platform, clientDataJSON, use)
  const [owner] = await systemSql(platform)<PasskeyOwner>(FIND, [assertion.id])
  if (!owner) throw refusePasskey('PASSKEY_UNKNOWN')
  return { ...owner, challenge }
}

/** Starts a session for the user of the passkey. */
export const signInByPasskey = (
  ctx: SigningIn,
  { tenantId, id, userId, challenge }: PasskeyOwner & { challenge: string },
  { assertion, publicUrl, ...device }: Device & { assertion: PasskeyAssertion; publicUrl: string },
): Promise<StartedSession> =>
  transact(
    signInContext(ctx, { tenantId, kind: 'USER', id: userId }),
    'users:write',
    async (tx) => {
      await lockRecord(tx, 'users', userId)
      const user = await loadUser(tx, userId)
      if (user.status !== 'ACTIVE') throw refusePasskey('USER_INACTIVE')
      if (await isSsoRequired(tx, user)) throw refusePasskey('SSO_REQUIRED')
      await usePasskey(tx, { id, userId }, { assertion, challenge, publicUrl })
      return startSession(tx, { userId, method: 'PASSKEY', ...device })
    },
  )

const FIND = {
  name: 'find_passkey_owner',
  text: 'SELECT tenant_id AS "tenantId", id, user_id AS "userId" FROM passkeys WHERE credential_id = $1',
}
