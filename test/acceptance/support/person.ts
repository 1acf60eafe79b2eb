/** A person who works at the centre, signed in like a browser through the link in their e-mail. */
import { persistently, read, type Answer, type Centre, type Response } from './centre.ts'
import { anAddress, linkIn } from './records.ts'
import type { Site } from './site.ts'

export interface Person {
  userId: string
  email: string
  send: (method: string, path: string, body?: object) => Promise<Response>
  /** Sends a request that must succeed, and returns its body. */
  get: (path: string) => Promise<Answer>
  post: (path: string, body?: object) => Promise<Answer>
  patch: (path: string, body: object) => Promise<Answer>
  /** Submits a form of a platform page. */
  form: (path: string, fields: Record<string, string>) => Promise<Response>
}

/** Invites a person with roles and follows the link of the invitation. */
export const aPerson = async (site: Site, centre: Centre, terms: object): Promise<Person> => {
  const email = anAddress('tom')
  await centre.post('/v1/users', { name: 'Tom Weiss', email, ...terms })
  return signedIn(site, email)
}

/** An owner, invited by the operator because a key cannot create one. */
export const anOwner = async (site: Site, { tenantId }: Centre): Promise<Person> => {
  const email = anAddress('olga')
  const invited = ['--email', email, '--name', 'Olga Kern', '--roles', 'OWNER']
  await site.therapy('user', 'invite', '--tenant', tenantId, ...invited)
  return signedIn(site, email)
}

const signedIn = async (site: Site, email: string): Promise<Person> => {
  const browser = aBrowser(site.api)
  await browser.post(new URL(linkIn(await site.mailTo(email))).pathname)
  const userId = await browser.readToken()
  return { ...browser, userId, email }
}

/** Keeps cookies and submits forms of the platform's own pages. */
export const aBrowser = (api: string) => {
  const cookies = new Map<string, string>()
  let csrfToken: string | undefined
  const send = async (
    method: string,
    path: string,
    body?: object | URLSearchParams,
  ): Promise<Response> => {
    const isWrite = method !== 'GET'
    const isForm = body instanceof URLSearchParams
    const response = await persistently(`${api}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: isForm ? 'text/html' : 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(isWrite && {
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
          'idempotency-key': crypto.randomUUID(),
          origin: api,
          'sec-fetch-site': 'same-origin',
        }),
        ...(isWrite && csrfToken && { 'x-csrf-token': csrfToken }),
      },
      ...(isWrite && { body: isForm ? body : JSON.stringify(body ?? {}) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return read(response)
  }
  const succeed = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await send(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  return {
    send,
    get: (path: string) => succeed('GET', path),
    post: (path: string, body: object = {}) => succeed('POST', path, body),
    patch: (path: string, body: object) => succeed('PATCH', path, body),
    form: (path: string, fields: Record<string, string>) =>
      send('POST', path, new URLSearchParams(fields)),
    /** Keeps the CSRF token of the pages and returns the signed-in user. */
    readToken: async () => {
      const me = await succeed('GET', '/v1/me')
      csrfToken = me['csrfToken'] as string | undefined
      return me['id'] as string
    },
  }
}
