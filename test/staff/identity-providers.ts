/** Identity providers on loopback: a real one, and one that responds as a test wants. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { Provider, type ClientMetadata, type JWK } from 'oidc-provider'

export const CLIENT = { clientId: 'therapy', clientSecret: 'a-secret-of-32-characters-or-more' }

const serve = async (listener: () => RequestListener) => {
  const server = createServer((request, response) => {
    listener()(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const newKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    privateKey,
    jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } as JWK,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
  }
}

/** Who signs in at the provider. */
export interface Account {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

/** `oidc-provider`, which signs every visitor in as `account` without a login page. */
export const startProvider = async () => {
  let listener: RequestListener = (_, response) => void response.writeHead(503).end()
  const server = await serve(() => listener)
  let account: Account = { sub: 'nobody' }

  const open = async (client: Partial<ClientMetadata>, kid = 'first'): Promise<void> => {
    const provider = new Provider(server.url, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          grant_types: ['authorization_code'],
          response_types: ['code'],
          redirect_uris: [],
          ...client,
        },
      ],
      jwks: { keys: [(await newKey(kid)).jwk] },
      cookies: { keys: ['of these tests'] },
      claims: { openid: ['sub', 'email', 'email_verified', 'name', 'groups'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      scopes: ['openid', 'email', 'profile'],
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...account }) }),
      loadExistingGrant: async (ctx) => {
        const { client: asking, session } = ctx.oidc
        const grant = new ctx.oidc.provider.Grant({
          clientId: asking!.clientId,
          accountId: session!.accountId!,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    const callback = provider.callback()
    listener = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
      void provider.interactionFinished(request, response, { login: { accountId: account.sub } })
    }
  }

  return {
    issuer: server.url,
    open,
    setAccount: (next: Account) => {
      account = next
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>

/** Follows redirects at the provider until it returns; returns the URL. */
export const passThrough = async (start: string, issuer: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let hop = 0; hop < 10; hop += 1) {
    if (url.origin !== issuer) return url
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${url.href}: ${answer.status} ${await answer.text()}`)
    url = new URL(location, url)
  }
  throw new Error('the provider goes round in circles')
}

/** What a forger changes in its responses; can vary between sign-ins. */
export interface Forgery {
  claims?: JWTPayload
  unsigned?: boolean
  /** Signs with an unpublished key. */
  foreignKey?: boolean
  discovery?: object
  /** Bytes returned by the token endpoint instead. */
  tokenBytes?: number
  tokenStatus?: number
  /** Runs before the token endpoint responds. */
  meanwhile?: () => Promise<unknown>
}

/** A provider with arbitrary metadata that signs arbitrary tokens. */
export const startForger = async () => {
  let forgery: Forgery = {}
  let asked = 0
  const [published, foreign] = await Promise.all([newKey('k'), newKey('k')])
  let issuer = ''
  const now = () => Math.floor(Date.now() / 1000)

  const idToken = ({ claims = {}, unsigned, foreignKey }: Forgery): Promise<string> | string => {
    const payload = {
      iss: issuer,
      aud: CLIENT.clientId,
      sub: 'forged',
      iat: now(),
      exp: now() + 300,
      ...claims,
    }
    if (unsigned) return new UnsecuredJWT(payload).encode()
    const { privateKey } = foreignKey ? foreign : published
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey)
  }

  const answers: Record<string, () => Promise<object> | object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      end_session_endpoint: `${issuer}/end`,
      ...forgery.discovery,
    }),
    '/keys': () => ({ keys: [published.publicJwk] }),
    '/token': async () => {
      await forgery.meanwhile?.()
      return { access_token: 'opaque', token_type: 'Bearer', id_token: await idToken(forgery) }
    },
  }
  const server = await serve(() => async (request, response) => {
    asked += 1
    const answer = answers[request.url ?? '']
    const isToken = request.url === '/token'
    const text =
      isToken && forgery.tokenBytes
        ? JSON.stringify({ access_token: 'x'.repeat(forgery.tokenBytes) })
        : JSON.stringify((await answer?.()) ?? {})
    const status = answer ? (isToken && forgery.tokenStatus) || 200 : 404
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  issuer = server.url
  return {
    issuer,
    /** Requests so far. */
    asked: () => asked,
    forge: (next: Forgery) => {
      forgery = next
    },
    sign: (claims: JWTPayload, options: Omit<Forgery, 'claims'> = {}) =>
      idToken({ ...options, claims }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}
