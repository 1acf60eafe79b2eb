import type { OutsideContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { signInContext, type SigningIn } from '../sign-in/sign-in-context.ts'
import { redeemAnswer, type Assurance } from '#providers/oidc/index.ts'
import type { UsableConnection } from '../sso-connections/find-sso-connection.ts'
import type { Device, StartedSession } from '../user-sessions/start-session.ts'
import { admitPerson } from './admit-person.ts'
import { stepUpBySso } from './step-up-by-sso.ts'
import { askProvider } from './ask-provider.ts'
import type { SsoSignIn } from './find-sso-sign-in.ts'
import { refuseSignIn } from './refuse-sign-in.ts'
import { openSecrets } from './seal-secrets.ts'

export interface Returning {
  /** The URL to which the browser returned, with the provider's parameters. */
  callbackUrl: URL
  device: Device
}

/**
 * Uses up an attempt, verifies the provider's response and starts a session. Of several returns with the same
 * state only one continues, and none after a failure.
 */
export const completeSsoSignIn = async (
  ctx: SigningIn<OutsideContext>,
  signIn: SsoSignIn,
  connection: UsableConnection,
  { callbackUrl, device }: Returning,
): Promise<StartedSession> => {
  await useUp(ctx, signIn)
  const { cipher } = ctx.platform
  const state = callbackUrl.searchParams.get('state')!
  const secrets = { state, ...openSecrets(cipher, signIn.id, signIn.sealedSecrets) }
  const { client } = connection
  const assurance = assuranceOf(signIn, connection, ctx.platform.clock.now())
  const claims = await askProvider(ctx, (surroundings) =>
    redeemAnswer(surroundings, client, { callbackUrl, secrets, assurance }),
  )
  const { sessionId } = signIn
  return sessionId === null
    ? admitPerson(ctx, connection, { claims, device })
    : stepUpBySso(ctx, connection, { claims, sessionId })
}

/** To renew a session, the provider must see a proof after the redirect, however recent an earlier one is. */
const assuranceOf = (
  { sessionId, createdAt }: SsoSignIn,
  { assurance }: UsableConnection,
  now: Date,
): Assurance =>
  sessionId === null
    ? assurance
    : { ...assurance, maxAgeSeconds: Math.floor((now.getTime() - createdAt.getTime()) / 1000) }

const useUp = (ctx: SigningIn<OutsideContext>, { tenantId, id }: SsoSignIn): Promise<void> => {
  return transact(signInContext(ctx, { tenantId, id }), 'users:write', async (tx) => {
    const [used] = await tx.sql<{ id: string }>(USE, [tenantId, id, tx.now])
    if (!used) throw refuseSignIn('USED')
    tx.changed({ type: 'ssoSignIn', id }, { usedAt: null }, { usedAt: tx.now })
  })
}

const USE = `UPDATE sso_sign_ins SET used_at = $3
  WHERE tenant_id = $1 AND id = $2 AND used_at IS NULL AND expires_at > $3 RETURNING id`
