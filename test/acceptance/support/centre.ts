/** A centre as its programs see it: the HTTP API with an access token of one of its keys. */
import { randomUUID } from 'node:crypto'

/** A record or another response body: stories read the members they need. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = Record<string, any>

export interface Credentials {
  tenantId: string
  clientId: string
  clientSecret: string
}

export interface Response {
  status: number
  headers: Headers
  body: Answer
  text: string
}

export interface Centre extends Credentials {
  /** Sends one request and returns any response. */
  send: (
    method: string,
    path: string,
    body?: object | FormData | string,
    headers?: Record<string, string>,
  ) => Promise<Response>
  /** Sends a request that must succeed, and returns its body. */
  get: (path: string) => Promise<Answer>
  post: (path: string, body?: object | FormData) => Promise<Answer>
  patch: (path: string, body: object) => Promise<Answer>
  /** Sends a request that must be refused, and returns its status and code. */
  refused: (method: string, path: string, body?: object) => Promise<string>
  /** Another key of the centre, as a second person or with fewer rights. */
  key: (terms: object) => Promise<Centre>
}

export const centreOf = async (api: string, credentials: Credentials): Promise<Centre> => {
  const { clientId, clientSecret } = credentials
  const token = await tokenOf(api, clientId, clientSecret)
  const send: Centre['send'] = async (method, path, body, headers = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData)
    const response = await persistently(`${api}${path}`, {
      method,
      headers: {
        ...(path === '/mcp' && { accept: 'application/json, text/event-stream' }),
        authorization: `Bearer ${token}`,
        ...(isJson && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      }),
    })
    return read(response)
  }
  const succeed = async (method: string, path: string, body?: object | FormData) => {
    const answer = await send(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 1_000)}`)
    return answer.body
  }
  return {
    ...credentials,
    send,
    get: (path) => succeed('GET', path),
    post: (path, body = {}) => succeed('POST', path, body),
    patch: (path, body) => succeed('PATCH', path, body),
    refused: async (method, path, body) => {
      const { status, body: problem, text } = await send(method, path, body)
      if (status < 400) throw new Error(`${method} ${path} was not refused: ${status} ${text}`)
      return `${status} ${problem['code']}`
    },
    key: async (terms) => {
      const { id, clientSecret: secret } = await succeed('POST', '/v1/api-keys', terms)
      return centreOf(api, { ...credentials, clientId: id, clientSecret: secret })
    },
  }
}

const tokenOf = async (api: string, clientId: string, clientSecret: string): Promise<string> => {
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const answer = await fetch(`${api}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body,
  })
  const { access_token: token, detail } = (await answer.json()) as Answer
  if (!token) throw new Error(`No token for ${clientId}: ${answer.status} ${detail}`)
  return token as string
}

/** Resends a request once if its connection breaks; the idempotency key prevents a second effect. */
export const persistently = async (url: string, request: RequestInit) => {
  try {
    return await fetch(url, request)
  } catch {
    return fetch(url, request)
  }
}

/** A response and its body; a body that is not JSON is text only. */
export const read = async (response: globalThis.Response): Promise<Response> => {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const body = isJson && text !== '' ? (JSON.parse(text) as Answer) : {}
  return { status: response.status, headers: response.headers, body, text }
}
