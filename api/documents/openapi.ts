import type { z } from 'zod'
import type { ErrorCode } from '#platform/core/errors.ts'
import { ABOUT_PERSONS, SCOPES, scopeSetsFor, type Resource } from '#platform/core/permissions.ts'
import { API_VERSION } from './changelog.ts'
import { DESCRIPTION, TAGS } from './description.ts'
import { exampleAnswer, exampleFor } from './examples.ts'
import { PROBLEM_EXAMPLES, PROBLEM_SCHEMA, problemResponse, problemResponses } from './problems.ts'
import { HEADERS, HEADERS_OF_EVERY_RESPONSE, headerReference } from './response-headers.ts'
import { SchemaComponents, type JsonSchema } from './schema-components.ts'
import { OAUTH_ERROR_SCHEMA } from './oauth-routes.ts'
import { PUBLIC_PATHS } from './public-paths.ts'
import { webhookEvents } from './webhook-events.ts'
import type { Operation } from '../http/operation.ts'

export interface OpenApiDocument {
  openapi: string
  info: object
  servers: object[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, object>
  components: Record<string, Record<string, object>>
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  responses: Record<string, object>
  [member: string]: unknown
}

/** Codes of the pipeline itself, which every operation may answer with. */
const READ_CODES: readonly ErrorCode[] = [
  'validation_failed',
  'unauthenticated',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'unavailable',
]
/** …and those of writes: their bodies and their Idempotency-Key. */
const WRITE_CODES: readonly ErrorCode[] = [
  ...READ_CODES,
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_in_progress',
  'idempotency_mismatch',
]

/** Every code that an operation may answer with: the pipeline's by its kind, and its own. */
export const errorCodesOf = (operation: Operation): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...(operation.method === 'get' ? READ_CODES : WRITE_CODES),
    ...(isList(operation) ? (['invalid_cursor'] as const) : []),
    ...(operation.sunset ? (['gone'] as const) : []),
    ...(writesOfPersons(operation) ? (['processing_restricted'] as const) : []),
    ...(operation.errors ?? []),
  ]),
]

/** The database refuses it for somebody whose data is only kept, whatever the operation. */
const writesOfPersons = ({ method, permission }: Operation): boolean =>
  method !== 'get' && ABOUT_PERSONS.has(permission.split(':')[0] as Resource)

/** The OpenAPI 3.1 document of these operations and of the routes beside them. */
export const buildOpenApi = (operations: readonly Operation[]): OpenApiDocument => {
  const schemas = new SchemaComponents()
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method] = describe(schemas, operation)
  Object.assign(paths, PUBLIC_PATHS)
  const webhooks = webhookEvents(schemas)
  const responses = Object.fromEntries(
    referredTo(paths, 'responses').map((name) => [name, problemResponse(name)]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Therapy Care Platform API',
      version: API_VERSION,
      summary: 'Appointments, people, sessions, payments and webhooks for therapy centres.',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'Where the platform is installed.',
        variables: { base_url: { default: 'http://localhost:8080' } },
      },
    ],
    tags: tagsOf(paths),
    paths,
    webhooks,
    components: {
      schemas: { Problem: PROBLEM_SCHEMA, OAuthError: OAUTH_ERROR_SCHEMA, ...schemas.all() },
      responses,
      examples: pick(PROBLEM_EXAMPLES, referredTo(responses, 'examples')),
      headers: pick(HEADERS, referredTo([paths, responses], 'headers')),
      parameters: PARAMETERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** The components of a kind that a part of the document refers to, by name. */
const referredTo = (part: object, kind: string): string[] => {
  const pattern = new RegExp(`"#/components/${kind}/([^"]+)"`, 'g')
  const names = [...JSON.stringify(part).matchAll(pattern)].map(([, name]) => name!)
  return [...new Set(names)].toSorted()
}

const pick = (all: Record<string, object>, names: readonly string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, all[name]!]))

const describe = (schemas: SchemaComponents, operation: Operation): OpenApiOperation => {
  const description = descriptionOf(operation)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(description && { description }),
    ...(operation.sunset && { deprecated: true }),
    security: securityOf(operation),
    parameters: [
      ...parametersOf(schemas, operation.params, 'path'),
      ...parametersOf(schemas, operation.query, 'query'),
      ...headerParametersOf(operation),
    ],
    ...(operation.body && { requestBody: requestBodyOf(schemas, operation, operation.body) }),
    responses: {
      [operation.status]: successOf(schemas, operation),
      ...problemResponses(errorCodesOf(operation)),
    },
  }
}

const descriptionOf = ({ description, events, sunset }: Operation): string =>
  [
    description,
    events?.length ? `Sends ${events.map((event) => `\`${event}\``).join(', ')}.` : undefined,
    sunset && `Deprecated. Answers 410 from ${sunset.toISOString()} on.`,
  ]
    .filter(Boolean)
    .join('\n\n')

/** Any one of the sets of scopes suffices, by whichever scheme the token is sent. */
const securityOf = ({ permissions }: Operation) =>
  scopeSetsFor(permissions).flatMap((scopes) => [{ oauth2: scopes }, { bearer: scopes }])

const parametersOf = (
  schemas: SchemaComponents,
  schema: z.ZodType | undefined,
  where: 'path' | 'query',
) => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.input(schema) as ObjectSchema
  const examples = exampleFor(schema) as Record<string, unknown>
  return Object.entries(properties).map(([name, { description, example: _, ...of }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: of,
    example: name === 'cursor' ? EXAMPLE_CURSOR : (of['default'] ?? examples[name]),
  }))
}

/** Opaque: its form says nothing. */
const EXAMPLE_CURSOR = 'pX3vQ0kZr1nq3m6o8X2yVls'

interface ObjectSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
}

const headerParametersOf = ({ method, errors = [] }: Operation) => [
  ...(method === 'get' ? [] : [parameterReference('IdempotencyKey')]),
  ...(errors.includes('precondition_failed') ? [parameterReference('IfMatch')] : []),
]

const parameterReference = (name: keyof typeof PARAMETERS) => ({
  $ref: `#/components/parameters/${name}`,
})

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key and request are carried out once and answered alike for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    example: '5f2b8a34-3a0f-4a53-9d0c-8a4a8c1f7a11',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the record as you know it: refused with 412 when it has changed.',
    schema: { type: 'string', pattern: String.raw`^(\*|(W/)?"[0-9]{1,9}")$` },
    example: '"1"',
  },
}

const requestBodyOf = (
  schemas: SchemaComponents,
  { bodyOptional }: Operation,
  body: z.ZodType,
) => ({
  required: !bodyOptional,
  content: { 'application/json': { schema: schemas.input(body), example: exampleFor(body) } },
})

const successOf = (schemas: SchemaComponents, operation: Operation) => {
  const example = exampleAnswer(operation)
  return {
    description: operation.summary,
    headers: {
      ...HEADERS_OF_EVERY_RESPONSE,
      ...headerReference(...successHeadersOf(operation, example)),
    },
    content: operation.produces
      ? { [operation.produces]: { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemas.output(operation.response), example } },
  }
}

const successHeadersOf = ({ method, path, status, headers = {} }: Operation, example: unknown) => {
  const members: object = typeof example === 'object' && example !== null ? example : {}
  return [
    ...('version' in members ? ['ETag'] : []),
    ...(status === 201 && 'id' in members && !path.includes('{') ? ['Location'] : []),
    ...(method === 'get' ? [] : ['Idempotent-Replayed']),
    ...Object.keys(headers).filter((name) => name in HEADERS),
  ]
}

const isList = ({ query }: Operation): boolean =>
  query !== undefined && 'shape' in query && 'cursor' in (query.shape as object)

/** The tags in use, in the order of their first operation. */
const tagsOf = (paths: OpenApiDocument['paths']) => {
  const used = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ tags }) => tags),
  )
  const known = Object.keys(TAGS).filter((tag) => used.includes(tag) || tag === WEBHOOK_TAG)
  const names = [...new Set([...known, ...used])]
  return names.map((name) => ({ name, ...(TAGS[name] && { description: TAGS[name] }) }))
}

const WEBHOOK_TAG = 'Webhook events'

const SECURITY_SCHEMES = {
  oauth2: {
    type: 'oauth2',
    description: 'Client credentials of an API key. The token is sent as a bearer token.',
    flows: {
      clientCredentials: {
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: Object.fromEntries(SCOPES.map((scope) => [scope, scopeMeaning(scope)])),
      },
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token that you have already.',
  },
}

function scopeMeaning(scope: string): string {
  if (scope === 'cosignatures') return 'Co-sign and return the notes of supervised providers'
  if (scope === 'signatures-on-behalf') return "Sign in a provider's name with another's key"
  const name = scope.replace('.read', '')
  return scope.endsWith('.read') ? `Read ${name}` : `Read and write ${name}`
}
