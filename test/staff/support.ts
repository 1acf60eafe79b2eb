/** People who sign in, as a browser does: by the link in their e-mail, with cookies, from the platform's own pages. */
import { expect } from 'vitest'
import type { User } from '#staff/users/schemas.ts'
import type { Me } from '#staff/users/get-me.ts'
import { open } from '#messaging/messages/seal.ts'
import type { ApiAnswer, ApiClient, ApiRequest, TestApi } from '../support/api.ts'

/** The paths of the links that a user was sent, the newest first. */
export const linksSentTo = async (api: TestApi, userId: string): Promise<string[]> => {
  const rows = await api.query<{ id: string; sealed: string }>(
    `SELECT id, sealed_variables AS sealed FROM messages WHERE recipient_id = $1 ORDER BY created_at DESC, id DESC`,
    [userId],
  )
  const { cipher } = api.services.platform
  return rows.map(({ id, sealed }) => (open(cipher, id, sealed) as { path: string }).path)
}

/** A browser: keeps cookies, sends its origin, and the CSRF token of its session. */
export const openBrowser = (api: TestApi) => {
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
        // As of a form on a page that sends no referrer.
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
    /** Reads the token that its pages send along. */
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

/** Invites somebody, who accepts in a browser of their own. */
export const joinAs = async (
  api: TestApi,
  centre: ApiClient,
  position: { roles: string[]; providerId?: string; locationIds?: string[]; email?: string },
): Promise<Browser & { user: User }> => {
  counter += 1
  const { status, body: user } = await centre.post<User>('/v1/users', {
    email: `person${counter}@example.org`,
    name: `Person ${counter}`,
    ...position,
  })
  expect(status, JSON.stringify(user)).toBe(201)
  const browser = openBrowser(api)
  const [path] = await linksSentTo(api, user.id)
  expect((await browser.post(path!)).status).toBe(200)
  await browser.readMe()
  return { ...browser, user }
}
