/** People who sign in like a browser: through the link in their e-mail, with cookies, from the platform's own pages. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { expect } from 'vitest'
import type { Passkey } from '#staff/passkeys/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { startDelegatedSession } from '#staff/user-sessions/start-session.ts'
import { inviteUser } from '#staff/users/invite-user.ts'
import { InviteUser, type User } from '#staff/users/schemas.ts'
import type { Me } from '#staff/users/get-me.ts'
import { open } from '#messaging/messages/seal.ts'
import type { Authenticator, Lie } from './authenticator.ts'
import type { ApiAnswer, ApiClient, ApiRequest, TestApi } from '../support/api.ts'

/** What the sign-in helpers need from the API. */
type SignInApi = Pick<TestApi, 'query' | 'anonymous'> & {
  services: Pick<TestApi['services'], 'platform'>
}

/** Paths of the links sent to a user, newest first. */
export const linksSentTo = async (api: SignInApi, userId: string): Promise<string[]> => {
  const rows = await api.query<{ id: string; sealed: string }>(
    `SELECT id, sealed_variables AS sealed FROM messages WHERE recipient_id = $1 ORDER BY created_at DESC, id DESC`,
    [userId],
  )
  const { cipher } = api.services.platform
  return rows
    .map(({ id, sealed }) => (open(cipher, id, sealed) as { path: string }).path)
    .filter((path) => path !== '/sign-in/passkeys')
}

/** A browser: keeps cookies, sends its origin, and the CSRF token of its session. */
export const openBrowser = (api: Pick<TestApi, 'anonymous'>) => {
  const cookies = new Map<string, string>()
  let csrfToken: string | undefined
  const anonymous = api.anonymous()
  const send = async <Body = unknown>(request: ApiRequest): Promise<ApiAnswer<Body>> => {
    const isWrite = request.method !== undefined && request.method !== 'GET'
    const answer = await anonymous.send<Body>({
      ...request,
      headers: {
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        // Like a form on a page without a referrer.
        ...(isWrite && { origin: 'null', 'sec-fetch-site': 'same-origin' }),
        ...(isWrite && csrfToken && { 'x-csrf-token': csrfToken }),
        ...request.headers,
      },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    send,
    get: <Body = unknown>(path: string) => send<Body>({ path }),
    post: <Body = unknown>(path: string, json: unknown = {}) =>
      send<Body>({ method: 'POST', path, json }),
    patch: <Body = unknown>(path: string, json: unknown) =>
      send<Body>({ method: 'PATCH', path, json }),
    /** Reads the CSRF token of its pages. */
    async readMe(): Promise<Me> {
      const { status, body } = await send<Me>({ path: '/v1/me' })
      expect(status).toBe(200)
      csrfToken = body.csrfToken ?? undefined
      return body
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>

let counter = 0

/** Makes the operator invite a person, who accepts in their own browser. */
export const joinAs = async (
  api: SignInApi,
  { tenantId }: Pick<ApiClient, 'tenantId'>,
  position: { roles: string[]; providerId?: string; locationIds?: string[]; email?: string },
): Promise<Browser & { user: User }> => {
  counter += 1
  const named = { email: `person${counter}@example.org`, name: `Person ${counter}` }
  const user = await inviteUser(
    systemContext(api.services.platform, { tenantId, action: 'therapy user invite' }),
    InviteUser.parse({ ...named, ...position }),
  )
  const browser = openBrowser(api)
  const [path] = await linksSentTo(api, user.id)
  expect((await browser.post(path!)).status).toBe(200)
  await browser.readMe()
  return { ...browser, user }
}

/** A program acting for a person within scopes. */
export const delegateTo = async (
  api: SignInApi,
  { tenantId }: Pick<ApiClient, 'tenantId'>,
  { userId, scopes }: { userId: string; scopes: string[] },
): Promise<Pick<ApiClient, 'send' | 'post'>> => {
  const ctx = systemContext(api.services.platform, { tenantId, action: 'redeemAuthorizationCode' })
  const { token } = await transact(ctx, 'users:write', (tx) =>
    startDelegatedSession(tx, {
      userId,
      scopes,
      name: 'A script',
      days: 1,
      ip: '198.51.100.7',
      userAgent: 'A script',
    }),
  )
  const anonymous = api.anonymous()
  const send: ApiClient['send'] = (request) =>
    anonymous.send({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
    })
  return { send, post: (path, json = {}) => send({ method: 'POST', path, json }) }
}

/** Registers a passkey of the signed-in person; returns the recovery codes. */
export const registerPasskeyIn = async (
  browser: Browser,
  authenticator: Authenticator,
  lie: Lie = {},
): Promise<ApiAnswer<{ code?: string; passkey: Passkey; recoveryCodes: string[] }>> => {
  const options = await browser.post<PublicKeyCredentialCreationOptionsJSON>(
    '/sign-in/passkeys/options',
  )
  expect(options.status, options.text).toBe(200)
  const credential = authenticator.create(options.body, lie)
  return browser.post('/sign-in/passkeys', { name: 'Laptop', credential })
}

/** Requests a challenge and answers it with a passkey, to sign in or for a step-up. */
export const showPasskeyIn = async (
  browser: Browser,
  authenticator: Authenticator,
  path: '/sign-in/passkey' | '/sign-in/step-up',
  lie: Parameters<Authenticator['get']>[1] = {},
): Promise<ApiAnswer<{ code?: string }>> => {
  const options = await browser.post<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`)
  expect(options.status, options.text).toBe(200)
  return browser.post(path, { credential: authenticator.get(options.body, lie) })
}
