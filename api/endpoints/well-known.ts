import type { Hono } from 'hono'
import { SCOPES } from '#platform/core/permissions.ts'
import type { KeyPurpose } from '#platform/identity/signing-key.ts'
import { publicKeys } from '#platform/identity/signing-keys.ts'
import type { Services } from '../services.ts'
import type { HttpContext, HttpEnv } from '../http/call.ts'

/** Short: after a rotation a verifier should not wait long for the new key. */
const CACHED = { 'Cache-Control': 'public, max-age=300' }

/** What anybody may know: public keys, and where the endpoints are. */
export const mountWellKnown = (
  app: Hono<HttpEnv>,
  { platform, publicUrl }: Pick<Services, 'platform' | 'publicUrl'>,
): void => {
  const keySet = (purpose: KeyPurpose) => async (c: HttpContext) =>
    c.json({ keys: await publicKeys(platform, purpose) }, 200, CACHED)
  const metadata = authorizationServerMetadata(publicUrl)
  app.get('/.well-known/jwks.json', keySet('access_token'))
  app.get('/.well-known/webhook-keys.json', keySet('webhook'))
  app.get('/.well-known/oauth-authorization-server', (c) => c.json(metadata, 200, CACHED))
}

/** RFC 8414 §2. There is no authorization endpoint, so there are no response types. */
export const authorizationServerMetadata = (issuer: string) => {
  const at = (path: string) => new URL(path, issuer).href
  const authMethods = ['client_secret_basic', 'client_secret_post']
  return {
    issuer,
    token_endpoint: at('/oauth/token'),
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint: at('/oauth/revoke'),
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint: at('/oauth/introspect'),
    introspection_endpoint_auth_methods_supported: authMethods,
    jwks_uri: at('/.well-known/jwks.json'),
    grant_types_supported: ['client_credentials', 'refresh_token'],
    response_types_supported: [],
    scopes_supported: SCOPES,
    service_documentation: at('/docs'),
  }
}
