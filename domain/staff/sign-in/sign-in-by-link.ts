import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { isSsoRequired } from './is-sso-required.ts'
import { signInContext, type SigningIn } from './sign-in-context.ts'
import { renewSession } from '../user-sessions/renew-session.ts'
import { startSession, type Device, type StartedSession } from '../user-sessions/start-session.ts'
import { userEvents, userFacts } from '../users/events.ts'
import { loadUser } from '../users/queries.ts'
import { assertUsable, type SignInLink } from './find-sign-in-link.ts'

/**
 * Uses a link to start or renew a session. Of several simultaneous calls only one succeeds. It also accepts an
 * invitation.
 */
export const signInByLink = (
  ctx: SigningIn,
  link: SignInLink,
  device: Device,
): Promise<StartedSession> => {
  const { tenantId, userId, purpose, sessionId } = link
  return transact(
    signInContext(ctx, { tenantId, kind: 'USER', id: userId }),
    'users:write',
    async (tx) => {
      await useLinkUp(tx, link, device.browserSecret)
      await lockRecord(tx, 'users', userId)
      const user = await loadUser(tx, userId)
      if (user.status === 'DEACTIVATED')
        throw new DomainError('link_expired', 'This account is deactivated. Contact your centre.')
      if (purpose !== 'OPERATOR') await assertLinksAreTaken(tx, user)
      if (user.status === 'INVITED') {
        const data = { status: 'ACTIVE' as const, activatedAt: tx.now }
        const after = await tx.db.user.update({
          where: keyOf(tx, userId),
          data: { ...data, ...touched(tx) },
        })
        tx.changed({ type: 'user', id: userId }, user, after)
        tx.emit(userEvents['user.activated'], { type: 'user', id: userId }, userFacts(after))
      }
      if (purpose === 'STEP_UP') return renewSession(tx, { id: sessionId!, answersFactor: false })
      return startSession(tx, { userId, method: METHODS[purpose], ...device })
    },
  )
}

const useLinkUp = async (tx: Transaction, link: SignInLink, browserSecret: string | undefined) => {
  assertUsable(link, { now: tx.now, browserSecret })
  const [used] = await tx.sql<{ id: string }>(USE, [tx.tenantId, link.id, tx.now])
  if (!used)
    throw new DomainError('link_used', 'This link has already been used. Request a new link.')
  tx.changed({ type: 'signInLink', id: link.id }, { usedAt: null }, { usedAt: tx.now })
}

/** If a connection is required, its provider decides instead. */
const assertLinksAreTaken = async (tx: Transaction, user: { email: string }) => {
  if (await isSsoRequired(tx, user))
    throw new DomainError(
      'sso_required',
      'Your centre requires single sign-on. Sign in at /sign-in.',
    )
}

const METHODS = { SIGN_IN: 'LINK', INVITATION: 'INVITATION', OPERATOR: 'OPERATOR' } as const

const USE = `UPDATE sign_in_links SET used_at = $3
  WHERE tenant_id = $1 AND id = $2 AND used_at IS NULL AND expires_at > $3 RETURNING id`
