import type { OutsideContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { signInContext, type SigningIn } from '../sign-in/sign-in-context.ts'
import { hashSecret, randomToken } from '#platform/identity/secrets.ts'
import { authorizationUrl } from '#providers/oidc/index.ts'
import type { UsableConnection } from '../sso-connections/find-sso-connection.ts'
import { redirectPathOf } from '../sso-connections/schemas.ts'
import { askProvider } from './ask-provider.ts'
import { sealSecrets } from './seal-secrets.ts'

/** How many minutes a person has to return. */
const LIFETIME_MINUTES = 10

export interface Leaving {
  /** The secret of the browser that leaves. Only this browser can return. */
  browserSecret: string
  loginHint: string | undefined
  publicUrl: string
  /** The session that a new proof renews. */
  sessionId?: string
  /** The session that ends when another one starts. Its user has agreed to this. */
  endsSessionId?: string
}

/** Finds the provider's sign-in URL, records the attempt, and returns the redirect. */
export const beginSsoSignIn = async (
  ctx: SigningIn<OutsideContext>,
  connection: UsableConnection,
  { browserSecret, loginHint, publicUrl, sessionId, endsSessionId }: Leaving,
): Promise<URL> => {
  const { tenantId, id: connectionId, client, scopes } = connection
  const assurance = { ...connection.assurance, ...(sessionId && { maxAgeSeconds: 0 }) }
  const id = newId('ssoSignIn')
  const secrets = { state: randomToken(), nonce: randomToken(), codeVerifier: randomToken() }
  const redirectUri = new URL(redirectPathOf(connectionId), publicUrl).href
  const url = await askProvider(ctx, (surroundings) =>
    authorizationUrl(surroundings, client, { redirectUri, scopes, secrets, assurance, loginHint }),
  )
  await transact(signInContext(ctx, { tenantId, id }), 'users:write', async (tx) => {
    const expiresAt = addMinutes(tx.now, LIFETIME_MINUTES)
    await tx.db.ssoSignIn.create({
      data: {
        tenantId,
        id,
        connectionId,
        stateHash: hashSecret(secrets.state),
        browserHash: hashSecret(browserSecret),
        sealedSecrets: sealSecrets(tx.platform.cipher, id, secrets),
        sessionId: sessionId ?? null,
        endsSessionId: endsSessionId ?? null,
        expiresAt,
        createdAt: tx.now,
      },
    })
    tx.created({ type: 'ssoSignIn', id }, { connectionId, expiresAt })
  })
  return url
}
