import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { SCOPES } from '#platform/core/access/permissions.ts'
import { ERROR_GUIDE } from './error-guide.ts'
import { pascalCase } from './pascal-case.ts'
import { PROBLEM_EXAMPLES } from './problems.ts'
import { HEADERS_OF_EVERY_RESPONSE } from './response-headers.ts'
import { reference } from './schema-components.ts'
import { publicRoute, strings, text, told } from './public-route.ts'

/** A body in JSON, as in the specification, or in the form of RFC 6749. */
const jsonOrForm = (
  schema: object,
  examples: Record<string, { summary: string; value: object }>,
) => ({
  required: true,
  content: {
    'application/json': { schema, examples },
    'application/x-www-form-urlencoded': { schema, examples },
  },
})

const clientMembers = {
  client_id: {
    ...text,
    description:
      'ID of the API key. You can send it with HTTP Basic instead, as in RFC 6749 §2.3.1.',
  },
  client_secret: { ...text, format: 'password', description: 'Secret of the API key.' },
}
const EXAMPLE_CLIENT = {
  client_id: 'key_01m7zavmhde4es2ts9few7fzev',
  client_secret: 'sk_9wXq3lBvYk0m7mP2r8aTzN4cD6eF1gHjKsUvW5xYz',
}
const ABOUT_TOKEN = {
  type: 'object',
  properties: {
    token: told('Access or refresh token.'),
    token_type_hint: told(
      'Type of the token, `access_token` or `refresh_token`. Both types are looked up in any case.',
    ),
    ...clientMembers,
  },
  required: ['token'],
}
const FORM_ERRORS: ErrorCode[] = ['payload_too_large', 'unsupported_media_type']

/** Problems that RFC 6749 has a name for are OAuth errors too: JSON with `error` first. */
const oauthErrors = (...grantCodes: ErrorCode[]) => ({
  '400': oauthError(['validation_failed', 'malformed_json', ...grantCodes]),
  '401': oauthError(['invalid_client']),
})

const oauthError = (codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${ERROR_GUIDE[code].meaning}`).join('\n\n'),
  headers: HEADERS_OF_EVERY_RESPONSE,
  content: {
    'application/json': {
      schema: reference('OAuthError'),
      examples: Object.fromEntries(
        codes.map((code) => {
          const { value } = PROBLEM_EXAMPLES[pascalCase(code)]!
          const error = OAUTH_ERROR_NAMES[code] ?? code
          const named = { error, error_description: value.detail, ...value }
          return [code, { value: { ...named, instance: '/oauth/token' } }]
        }),
      ),
    },
  },
})

const OAUTH_ERROR_NAMES: Partial<Record<ErrorCode, string>> = {
  validation_failed: 'invalid_request',
  malformed_json: 'invalid_request',
}

/** The body of an OAuth error, as a component. */
export const OAUTH_ERROR_SCHEMA = {
  type: 'object',
  description: 'RFC 6749 §5.2 error that is also a problem document.',
  allOf: [reference('Problem')],
  properties: {
    error: told('OAuth error code.'),
    error_description: told('What is wrong, and what to do next.'),
  },
  required: ['error', 'error_description'],
}

export const createTokenRoute = publicRoute({
  operationId: 'createToken',
  tag: 'Authentication',
  summary: 'Create an access token',
  description: `The scopes are ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}. If you omit \`scope\`, all scopes of the key are granted.`,
  requestBody: jsonOrForm(
    {
      type: 'object',
      properties: {
        grant_type: {
          ...text,
          enum: ['client_credentials', 'refresh_token', 'authorization_code'],
          description:
            'Type of credential: the credentials of the API key, a refresh token, or the code with which a person authorized a program.',
        },
        ...clientMembers,
        scope: { ...text, description: 'Space-separated.' },
        refresh_token: {
          ...text,
          description:
            'With grant_type refresh_token: the refresh token, which works once. If it is used again within 30 seconds, the response has the same new token; later, all tokens of the grant are revoked.',
        },
        code: {
          ...text,
          description: 'With grant_type authorization_code: the code, which works once.',
        },
        code_verifier: {
          ...text,
          description:
            'With grant_type authorization_code: the verifier from which the challenge was computed.',
        },
        redirect_uri: {
          ...text,
          description:
            'With grant_type authorization_code: the same redirect URI as in the authorization request.',
        },
      },
      required: ['grant_type'],
    },
    {
      client_credentials: {
        summary: 'With the credentials of the API key',
        value: {
          grant_type: 'client_credentials',
          ...EXAMPLE_CLIENT,
          scope: 'children bookings ai.read',
        },
      },
      refresh_token: {
        summary: 'With a refresh token',
        value: {
          grant_type: 'refresh_token',
          ...EXAMPLE_CLIENT,
          refresh_token: 'rt_5RzQm1YpB7uH2cJ9kLx0vNw3sDf6gTa8',
        },
      },
    },
  ),
  success: {
    description:
      'Access token that is valid for 15 minutes, with the next refresh token; or the delegated key that a person authorized.',
    schema: {
      type: 'object',
      properties: {
        access_token: {
          ...text,
          description:
            'JWT signed with ES256. With grant_type authorization_code, the delegated key.',
        },
        token_type: {
          ...text,
          enum: ['Bearer'],
          description: 'How to send the token: as a bearer token.',
        },
        expires_in: { type: 'integer', description: 'Lifetime of the access token, in seconds.' },
        scope: { ...text, description: 'Granted scopes, separated by spaces.' },
        refresh_token: told(
          'Refresh token with which to get the next access token. It works once. Omitted with grant_type authorization_code.',
        ),
      },
      required: ['access_token', 'token_type', 'expires_in', 'scope'],
    },
    example: {
      access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiJrZXlfMDEifQ.c2lnbmF0dXJl',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'children bookings ai.read',
      refresh_token: 'rt_5RzQm1YpB7uH2cJ9kLx0vNw3sDf6gTa8',
    },
  },
  errors: FORM_ERRORS,
  besides: oauthErrors('invalid_grant', 'invalid_scope', 'unsupported_grant_type'),
})

const parameter = (name: string, description: string, more: object) => ({
  name,
  in: 'query',
  required: 'example' in more,
  description,
  schema: text,
  ...more,
})

export const showAuthorizationRoute = publicRoute({
  operationId: 'authorizeProgram',
  tag: 'Authentication',
  summary: 'Ask a person for a delegated key',
  description:
    'Shows a page in the browser of a signed-in person, who can authorize a program to act for them within their roles and the scopes. Exchange the resulting code at /oauth/token within five minutes. `therapy login` does all of this.',
  parameters: [
    parameter('response_type', 'Requested items.', { example: 'code' }),
    parameter('client_id', 'The program.', { example: 'therapy-cli' }),
    parameter('code_challenge', 'SHA-256 of the verifier, in base64url (RFC 7636).', {
      example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    }),
    parameter('code_challenge_method', 'Method of the challenge.', { example: 'S256' }),
    parameter(
      'redirect_uri',
      'URL on which the program listens: `http://127.0.0.1:<port>/…`. If omitted, the page shows the code.',
      {},
    ),
    parameter('state', 'Value that is returned together with the code.', {}),
    parameter(
      'scope',
      'Scopes separated by spaces. Defaults to all scopes except `signatures-on-behalf`.',
      {},
    ),
    parameter('name', 'Name of the program, shown in the list of sessions.', {}),
  ],
  success: {
    description: 'The page that asks the person.',
    type: 'text/html',
    schema: text,
  },
  errors: ['validation_failed', 'delegation_not_allowed'],
})

export const revokeTokenRoute = publicRoute({
  operationId: 'revokeToken',
  tag: 'Authentication',
  summary: 'Revoke a token',
  description:
    'Revokes a token (RFC 7009). Revoking a refresh token revokes its whole family. The response is the same for unknown tokens.',
  requestBody: jsonOrForm(ABOUT_TOKEN, {
    refresh_token: {
      summary: 'A refresh token',
      value: { token: 'rt_5RzQm1YpB7uH2cJ9kLx0vNw3sDf6gTa8', ...EXAMPLE_CLIENT },
    },
  }),
  success: {
    description: 'The token is no longer valid.',
    schema: { type: 'object' },
    example: {},
  },
  errors: FORM_ERRORS,
  besides: oauthErrors(),
})

export const introspectTokenRoute = publicRoute({
  operationId: 'introspectToken',
  tag: 'Authentication',
  summary: 'Introspect a token',
  description:
    'Introspects a token of your own centre (RFC 7662). For any other token, the response is `{"active": false}`.',
  requestBody: jsonOrForm(ABOUT_TOKEN, {
    access_token: {
      summary: 'An access token',
      value: { token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', ...EXAMPLE_CLIENT },
    },
  }),
  success: {
    description: 'Whether the token is currently valid, and its details.',
    schema: {
      type: 'object',
      properties: {
        active: told(
          'Whether the token is currently valid. If not, the other members are omitted.',
          {
            type: 'boolean',
          },
        ),
        scope: told('Scopes of the token, separated by spaces.'),
        client_id: told('ID of the API key to which the token was issued.'),
        tenant_id: told('ID of the centre of the API key.'),
        token_type: told('How the token is sent.'),
        aud: told('Audience: this API.'),
        exp: told('Expiry, in Unix seconds.', { type: 'integer' }),
        iat: told('Time of issue, in Unix seconds.', { type: 'integer' }),
        sub: told('Subject: the ID of the API key.'),
        iss: told('Issuer: this platform.'),
        jti: told('ID of the token.'),
      },
      required: ['active'],
    },
    example: { active: false },
  },
  errors: FORM_ERRORS,
  besides: oauthErrors(),
})

const KEY_SET = {
  type: 'object',
  properties: {
    keys: told('The keys, each a JSON Web Key (RFC 7517).', {
      type: 'array',
      items: { type: 'object' },
    }),
  },
  required: ['keys'],
}

export const authorizationServerRoute = publicRoute({
  operationId: 'getAuthorizationServer',
  tag: 'Authentication',
  summary: 'Retrieve the metadata of the token server (RFC 8414)',
  description: 'For OAuth clients that configure themselves. It changes only with a release.',
  success: {
    description: 'Endpoints of the token server, and what it supports.',
    schema: {
      type: 'object',
      properties: {
        issuer: told('Issuer of the tokens, as in their `iss`.'),
        token_endpoint: told('URL of the token endpoint.'),
        jwks_uri: told('URL of the public keys of access tokens.'),
        grant_types_supported: told('Grant types that the token endpoint supports.', strings),
        scopes_supported: told('All scopes.', strings),
      },
      required: ['issuer', 'token_endpoint', 'jwks_uri'],
    },
  },
})

export const mcpResourceRoute = publicRoute({
  operationId: 'getMcpResource',
  tag: 'Authentication',
  summary: 'Retrieve the metadata of the MCP server (RFC 9728)',
  description:
    'For Model Context Protocol clients that configure themselves. It changes only with a release.',
  success: {
    description: 'Address of the server, and the issuers of its tokens.',
    schema: {
      type: 'object',
      properties: {
        resource: told('URL of the MCP server.'),
        authorization_servers: told('Issuers whose tokens the server accepts.', strings),
        scopes_supported: told('All scopes.', strings),
      },
      required: ['resource', 'authorization_servers'],
    },
  },
})

export const tokenKeysRoute = publicRoute({
  operationId: 'getTokenKeys',
  tag: 'Authentication',
  summary: 'Retrieve the public keys of access tokens (JWKS)',
  description:
    'For services that verify access tokens themselves. Fetch the keys again when a token names an unknown key.',
  success: {
    description: 'The current key, and earlier keys that are still in use.',
    schema: KEY_SET,
  },
})

export const webhookKeysRoute = publicRoute({
  operationId: 'getWebhookKeys',
  tag: 'Webhook endpoints',
  summary: 'Retrieve the public keys of webhook signatures v2 (JWKS)',
  description:
    'For receivers that verify `v2` of X-Service-Signature. Fetch the keys again when a signature names an unknown key.',
  success: {
    description:
      'The current signing key, its successor from six minutes before it is used, and previous keys for seven days.',
    schema: KEY_SET,
  },
})
