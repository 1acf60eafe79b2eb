import { SCOPES } from '#platform/core/access/permissions.ts'
import type { KeyPurpose } from '#platform/identity/signing-key.ts'
import { publicKeys } from '#platform/identity/signing-keys.ts'
import { MCP_PATH } from './mcp-paths.ts'
import type { Serve } from './public-route.ts'

/** Short, so that verifiers soon see a new key after a rotation. */
const CACHED = { 'Cache-Control': 'public, max-age=300' }

/** Serves public information: keys and the URLs of endpoints. */
const keySet =
  (purpose: KeyPurpose): Serve =>
  async ({ platform }, c) =>
    c.json({ keys: await publicKeys(platform, purpose) }, 200, CACHED)

export const serveTokenKeys = keySet('access_token')
export const serveWebhookKeys = keySet('webhook')
export const serveAuthorizationServer: Serve = ({ publicUrl }, c) =>
  c.json(authorizationServerMetadata(publicUrl), 200, CACHED)

export const serveMcpResource: Serve = ({ publicUrl }, c) =>
  c.json(mcpResourceMetadata(publicUrl), 200, CACHED)

/** RFC 9728 §2. */
const mcpResourceMetadata = (issuer: string) => ({
  resource: new URL(MCP_PATH, issuer).href,
  resource_name: 'Therapy Care Platform',
  authorization_servers: [issuer],
  bearer_methods_supported: ['header'],
  scopes_supported: SCOPES,
  resource_documentation: new URL('/docs/guides/mcp', issuer).href,
})

/** RFC 8414 §2. */
const authorizationServerMetadata = (issuer: string) => {
  const at = (path: string) => new URL(path, issuer).href
  const authMethods = ['client_secret_basic', 'client_secret_post']
  return {
    issuer,
    authorization_endpoint: at('/oauth/authorize'),
    code_challenge_methods_supported: ['S256'],
    token_endpoint: at('/oauth/token'),
    token_endpoint_auth_methods_supported: [...authMethods, 'none'],
    revocation_endpoint: at('/oauth/revoke'),
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint: at('/oauth/introspect'),
    introspection_endpoint_auth_methods_supported: authMethods,
    jwks_uri: at('/.well-known/jwks.json'),
    grant_types_supported: ['client_credentials', 'refresh_token', 'authorization_code'],
    response_types_supported: ['code'],
    scopes_supported: SCOPES,
    service_documentation: at('/docs'),
  }
}
