/** The few API calls that the demo makes, with a token that it requests first. */
import { randomUUID } from 'node:crypto'

import type { Credentials } from './environment.ts'

export interface Answer<T> {
  status: number
  body: T
}

export interface DemoClient {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<Answer<T>>
  delete(path: string): Promise<void>
}

/** Problem documents contain `detail` and `code`, which is enough to report an error. */
interface Problem {
  code?: string
  detail?: string
}

export async function demoClient(api: string, credentials: Credentials): Promise<DemoClient> {
  const send = async (method: string, path: string, body?: unknown, token?: string) => {
    const isForm = body instanceof FormData
    const response = await fetch(api + path, {
      method,
      headers: {
        // A form sets its own content type.
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(method !== 'GET' && token && { 'idempotency-key': `demo-${randomUUID()}` }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await response.text()
    return { status: response.status, body: text ? (JSON.parse(text) as unknown) : {} }
  }
  const { clientId: client_id, clientSecret: client_secret } = credentials
  const grant = { grant_type: 'client_credentials', client_id, client_secret }
  const answer = (await send('POST', '/oauth/token', grant)) as Answer<{ access_token?: string }>
  const token = answer.body.access_token
  if (!token) throw failure('POST /oauth/token', answer)
  return {
    async get<T>(path: string) {
      const found = await send('GET', path, undefined, token)
      if (found.status !== 200) throw failure(`GET ${path}`, found)
      return found.body as T
    },
    post: async <T>(path: string, body: unknown) =>
      (await send('POST', path, body, token)) as Answer<T>,
    delete: async (path) => void (await send('DELETE', path, undefined, token)),
  }
}

export function failure(call: string, { status, body }: Answer<unknown>): Error {
  const { code = '', detail = JSON.stringify(body) } = (body ?? {}) as Problem
  return new Error(`${call} answered ${status} ${code}: ${detail}`)
}
