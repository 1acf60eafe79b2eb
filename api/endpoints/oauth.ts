import {
  authenticateClient,
  type AuthenticatedClient,
} from '#platform/identity/authenticate-client.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import type { AuditFacts } from '#platform/core/audit/audit-row.ts'
import { clientCredentialsGrant, refreshTokenGrant } from '#platform/identity/grant.ts'
import { introspectToken } from '#platform/identity/introspect-token.ts'
import { revokeToken } from '#platform/identity/revoke-token.ts'
import { redeemAuthorizationCode } from '#staff/delegated-keys/redeem-authorization-code.ts'
import type { Services } from '../services.ts'
import type { HttpContext } from '../http/http-context.ts'
import { contextOf, record, refuse } from '../http/call.ts'
import { countClient, countFailures, lookUp } from '../http/count.ts'
import { clientCredentialsOf, readParameters, type Parameters } from './oauth-request.ts'
import { asDomainError, instanceOf, problemOf } from '../http/problem.ts'
import { CREDENTIALS, type Serve } from './public-route.ts'

interface Answer {
  body: object
  /** The facts for the audit row. */
  facts?: Pick<AuditFacts, 'subject' | 'changes'>
}

/** An endpoint whose client has been authenticated. */
type ClientEndpoint = (
  services: Services,
  client: AuthenticatedClient,
  parameters: Parameters,
) => Promise<Answer>

/** Returns the body once its audit row has been committed. */
type Endpoint = (
  services: Services,
  c: HttpContext,
  ctx: OutsideContext,
  parameters: Parameters,
) => Promise<object>

const answer = async (services: Services, c: HttpContext, action: string, endpoint: Endpoint) => {
  // Until the caller is authenticated, the platform is the caller.
  const ctx = contextOf(services, c, action)
  try {
    const parameters = await countFailures(services, c, CREDENTIALS.clientSecret, () =>
      readParameters(c.req.raw),
    )
    return c.json(await endpoint(services, c, ctx, parameters), 200, NOT_STORED)
  } catch (error) {
    return refuseOAuth(services, c, ctx, error)
  }
}

const asClient =
  (endpoint: ClientEndpoint): Endpoint =>
  async (services, c, ctx, parameters) => {
    const client = await lookUp(services, c, CREDENTIALS.clientSecret, async () => {
      const credentials = clientCredentialsOf(c.req.header('authorization'), parameters)
      return authenticateClient(services.identity, credentials, { ip: c.get('address') })
    })
    await countClient(services, c, { ...client, key: `sign-in:${client.clientId}` })
    ctx.tenantId = client.tenantId
    ctx.actor = { kind: 'API_KEY', id: client.clientId, permissions: new Set() }
    const { body, facts } = await endpoint(services, client, parameters)
    await record(services, ctx, { outcome: 'ALLOWED', httpStatus: 200, ...facts })
    return body
  }

/** RFC 6749 §5.1. */
const NOT_STORED = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

const issue: ClientEndpoint = async ({ identity }, client, parameters) => {
  const grantType = required(parameters, 'grant_type')
  const scope = parameters.get('scope')
  const grant =
    grantType === 'client_credentials'
      ? await clientCredentialsGrant(identity, client, { scope })
      : grantType === 'refresh_token'
        ? await refreshTokenGrant(identity, client, {
            refreshToken: required(parameters, 'refresh_token'),
            scope,
          })
        : unsupported()
  return {
    body: {
      access_token: grant.accessToken,
      token_type: 'Bearer',
      expires_in: grant.expiresInSeconds,
      scope: grant.scopes.join(' '),
      refresh_token: grant.refreshToken,
    },
    facts: {
      subject: { type: 'tokenFamily', id: grant.grantId },
      changes: {
        grantType: { from: null, to: grantType },
        scopes: { from: null, to: grant.scopes },
      },
    },
  }
}

const revoke: ClientEndpoint = async ({ identity }, client, parameters) => {
  await revokeToken(identity, client, required(parameters, 'token'))
  return { body: {} }
}

const introspect: ClientEndpoint = async ({ identity }, client, parameters) => {
  const token = await introspectToken(identity, client, required(parameters, 'token'))
  if (!token) return { body: { active: false } }
  const { issuer, audience } = identity.tokens.options
  return {
    body: {
      active: true,
      scope: token.scopes.join(' '),
      client_id: token.clientId,
      tenant_id: token.tenantId,
      sub: token.clientId,
      iss: issuer,
      aud: audience,
      iat: seconds(token.issuedAt),
      exp: seconds(token.expiresAt),
      ...(token.kind === 'access' && { token_type: 'Bearer', jti: token.jti }),
    },
  }
}

/** RFC 6749 §4.1.3: a program without a secret sends the authorization code and its verifier. */
const exchangeCode: Endpoint = async (services, c, ctx, parameters) => {
  const exchange = {
    code: required(parameters, 'code'),
    codeVerifier: required(parameters, 'code_verifier'),
    redirectUri: parameters.get('redirect_uri'),
    device: { ip: c.get('address'), userAgent: c.req.header('user-agent') },
  }
  const { token, expiresInSeconds, scopes } = await lookUp(
    services,
    c,
    CREDENTIALS.clientSecret,
    () => redeemAuthorizationCode({ ...ctx, httpStatus: 200 }, exchange),
  )
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    scope: scopes.join(' '),
  }
}

const createToken: Endpoint = (services, c, ctx, parameters) =>
  (parameters.get('grant_type') === 'authorization_code' ? exchangeCode : asClient(issue))(
    services,
    c,
    ctx,
    parameters,
  )

/** Serves the OAuth endpoints. They are not operations, because RFC 6749, 7009 and 7662 define them. */
export const tokenEndpoint: Serve = (services, c, action) =>
  answer(services, c, action, createToken)
export const revocationEndpoint: Serve = (services, c, action) =>
  answer(services, c, action, asClient(revoke))
export const introspectionEndpoint: Serve = (services, c, action) =>
  answer(services, c, action, asClient(introspect))

const required = (parameters: Parameters, name: string): string => {
  const value = parameters.get(name)
  if (value) return value
  throw invalid(name, 'required', `${name} is required.`)
}

const unsupported = (): never => {
  throw new DomainError(
    'unsupported_grant_type',
    'Use the grant_type client_credentials, refresh_token or authorization_code.',
  )
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1_000)

/** The names that RFC 6749 §5.2 has for our codes. Other codes are returned as usual. */
const OAUTH_ERRORS: Partial<Record<ErrorCode, string>> = {
  validation_failed: 'invalid_request',
  malformed_json: 'invalid_request',
  invalid_client: 'invalid_client',
  invalid_grant: 'invalid_grant',
  invalid_scope: 'invalid_scope',
  unsupported_grant_type: 'unsupported_grant_type',
}

/** An OAuth error that is also a problem document, so that clients of both kinds understand it. */
const refuseOAuth = async (services: Services, c: HttpContext, ctx: Context, thrown: unknown) => {
  const error = asDomainError(thrown)
  const name = OAUTH_ERRORS[error.code]
  if (!name) return refuse(services, c, ctx, error)
  const problem = problemOf(error, {
    publicUrl: services.publicUrl,
    path: instanceOf(c.req.url),
    requestId: c.get('requestId'),
  })
  try {
    const { status: httpStatus } = problem
    await record(services, ctx, { outcome: 'REFUSED', code: error.code, httpStatus })
  } catch (cause) {
    return refuse(services, c, ctx, cause)
  }
  services.metrics.refusals.inc({ code: error.code })
  return c.json(
    { error: name, error_description: describable(error.message), ...problem },
    problem.status,
    {
      ...NOT_STORED,
      ...(problem.status === 401 && { 'WWW-Authenticate': 'Basic realm="oauth", charset="UTF-8"' }),
    },
  )
}

/** The characters that RFC 6749 §5.2 allows in a description. */
const describable = (text: string) => text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
