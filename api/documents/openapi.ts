import { z } from 'zod'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import {
  ABOUT_PERSONS,
  permissionsOf,
  SCOPES,
  scopeSetsFor,
  type Resource,
} from '#platform/core/access/permissions.ts'
import { EVENTS, EVENT_TYPES } from '#webhooks/events/event-types.ts'
import { listedBy } from '#platform/core/schemas/comma-separated.ts'
import { DEFAULT_LIMIT, MAX_LIMIT } from '#platform/core/lists/paging.ts'
import { exampleOf } from '#platform/core/schemas/resource-schema.ts'
import { areaTitle } from './area-document.ts'
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'
import { API_VERSION } from './changelog.ts'
import { DESCRIPTION, TAGS } from './description.ts'
import { exampleAnswer, exampleFor } from './examples.ts'
import { PROBLEM_EXAMPLES, PROBLEM_SCHEMA, problemResponse, problemResponses } from './problems.ts'
import { pascalCase } from './pascal-case.ts'
import { HEADER_COMPONENTS, HEADERS, headerReference } from './response-headers.ts'
import { addExpansionMembers } from './expansion-members.ts'
import { addStateLinks } from './states-page.ts'
import { shareParameters } from './shared-parameters.ts'
import { reference, SchemaComponents, type JsonSchema } from './schema-components.ts'
import { OAUTH_ERROR_SCHEMA } from './oauth-routes.ts'
import { PUBLIC_PATHS } from './public-paths.ts'
import { eventComponents, SIGNATURE_HEADERS, webhookEvents } from './webhook-events.ts'
import { CSV, csvOf, itemOfList } from '../http/csv-list.ts'
import type { Operation } from '../http/operation.ts'

/** Error codes of the pipeline, which every operation can return. */
const READ_CODES: readonly ErrorCode[] = [
  'validation_failed',
  'unauthenticated',
  'insufficient_scope',
  'insufficient_role',
  'second_factor_required',
  'centre_suspended',
  'rate_limited',
  'internal_error',
  'service_unavailable',
  'timed_out',
]
/** Further codes for writes: for pages of other sites, bodies and the Idempotency-Key. */
const WRITE_CODES: readonly ErrorCode[] = [
  ...READ_CODES,
  'cross_site_request',
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_in_progress',
  'idempotency_mismatch',
]

/** The error codes that an operation can return: those of the pipeline for its kind, and its own. */
export const errorCodesOf = (operation: Operation): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...(operation.method === 'get' ? READ_CODES : WRITE_CODES),
    ...(isList(operation) ? (['invalid_cursor'] as const) : []),
    ...(operation.sunset ? (['version_sunset'] as const) : []),
    ...(writesOfPersons(operation) ? (['processing_restricted'] as const) : []),
    ...(operation.freshProof ? (['step_up_required'] as const) : []),
    ...(operation.errors ?? []),
  ]),
]

/** The database returns this code for a restricted person in any such operation. */
const writesOfPersons = ({ method, permission }: Operation): boolean =>
  method !== 'get' && ABOUT_PERSONS.has(permission.split(':')[0] as Resource)

/** Builds the OpenAPI 3.1 document from the operations and the other public routes. */
export const buildOpenApi = (operations: readonly Operation[]): OpenApiDocument => {
  const schemas = new SchemaComponents({
    answers: [
      ...operations.map(({ response }) => response),
      ...EVENT_TYPES.map((type) => EVENTS[type].payload),
    ],
    requests: operations.flatMap(({ params, query, body, form }) =>
      present([params, query, body, form?.parts]),
    ),
  })
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method] = describe(schemas, operation)
  Object.assign(paths, PUBLIC_PATHS)
  const parameters = { ...PARAMETERS, ...shareParameters(paths) }
  const webhooks = webhookEvents()
  const components = schemas.all()
  addExpansionMembers(components, operations)
  addStateLinks(components)
  const responses = Object.fromEntries(
    referredTo(paths, 'responses').map((name) => [name, problemResponse(name)]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Therapy Care Platform API',
      version: API_VERSION,
      summary: 'API for therapy centres: appointments, people, sessions, payments and webhooks.',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'Address of the installation.',
        variables: { base_url: { default: 'http://localhost:8080' } },
      },
    ],
    tags: Object.values(TAGS).flatMap(tagsOf),
    'x-tagGroups': tagGroups(),
    paths,
    webhooks,
    components: {
      schemas: {
        Problem: PROBLEM_SCHEMA,
        OAuthError: OAUTH_ERROR_SCHEMA,
        ...pick(
          RANGES,
          referredTo([paths, parameters], 'schemas').filter((name) => name in RANGES),
        ),
        ...eventComponents(schemas),
        ...components,
      },
      responses,
      examples: pick(PROBLEM_EXAMPLES, referredTo(responses, 'examples')),
      headers: pick(HEADER_COMPONENTS, referredTo([paths, responses], 'headers')),
      parameters: {
        ...pick(parameters, referredTo(paths, 'parameters')),
        ...SIGNATURE_HEADERS,
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** The names of the components of one kind that a part of the document uses. */
const referredTo = (part: object, kind: string): string[] => {
  const pattern = new RegExp(`"#/components/${kind}/([^"]+)"`, 'g')
  const names = [...JSON.stringify(part).matchAll(pattern)].map(([, name]) => name!)
  return [...new Set(names)].toSorted()
}

const present = <Value>(values: readonly (Value | undefined | false | '')[]): Value[] =>
  values.filter((value): value is Value => Boolean(value))

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
    ...(operation.form && { requestBody: formOf(schemas, operation.form) }),
    responses: {
      [operation.status]: successOf(schemas, operation),
      ...(takesDryRun(operation) &&
        operation.status !== 200 && { 200: rehearsalOf(schemas, operation) }),
      ...problemResponses(errorCodesOf(operation)),
    },
  }
}

const descriptionOf = ({ description, events, sunset }: Operation): string =>
  [
    description,
    events?.length ? `Sends ${events.map((event) => `\`${event}\``).join(', ')}.` : undefined,
    sunset && `Deprecated. Returns 410 from ${sunset.toISOString()} on.`,
  ]
    .filter(Boolean)
    .join('\n\n')

/** Any one of the sets of scopes is sufficient, with any scheme. */
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
  const fields = Map.groupBy(Object.entries(properties), ([name]) => name.replace(BOUND, ''))
  return [...fields].map(([field, bounds]) => {
    if (field === 'limit' || field === 'cursor') return parameterReference(pascalCase(field))
    if (bounds.some(([name]) => BOUND.test(name))) return rangeParameter(field)
    const { description, example: _, ...of } = properties[field]!
    const list = schema instanceof z.ZodObject && listedBy(schema.shape[field])
    return {
      name: field,
      in: where,
      required: where === 'path' || required.includes(field),
      description: description ?? schemas.describedBy(of),
      ...(list
        ? listOf(schemas.input(list), exampleOf(list))
        : valueOf(of, of['default'] ?? examples[field])),
    }
  })
}

/** The schema of a comma-separated parameter, which `commaSeparated` parses. */
const listOf = (schema: JsonSchema, example: unknown) => ({
  style: 'form',
  explode: false,
  schema: { ...schema, minItems: 1 },
  example,
})

/** For generators, text that is `true` or `false` becomes a boolean. */
const valueOf = (schema: JsonSchema, example: unknown) => {
  if (String(schema['enum']) !== 'true,false') return { schema, example }
  const { enum: _, type: __, default: preset, ...rest } = schema
  return {
    schema: {
      type: 'boolean',
      ...(preset !== undefined && { default: preset === 'true' }),
      ...rest,
    },
    example: example === 'true',
  }
}

/** For generators, `startsAt[gte]` and `startsAt[lt]` become one object. */
const BOUND = /\[\w+\]$/

const rangeParameter = (field: string) => ({
  name: field,
  in: 'query',
  required: false,
  description: `Half-open range of \`${field}\`, sent as \`${field}[gte]=…&${field}[lt]=…\`.`,
  style: 'deepObject',
  explode: true,
  schema: reference('InstantRange'),
  example: { gte: '2026-12-01T00:00:00+01:00', lt: '2026-12-08T00:00:00+01:00' },
})

/** Query parameters that are objects. */
const RANGES: Record<string, object> = {
  InstantRange: {
    type: 'object',
    description: 'Range between two instants; the end is exclusive.',
    properties: {
      gte: {
        type: 'string',
        format: 'date-time',
        description: 'Beginning of the range, inclusive: ISO 8601 with an offset.',
      },
      lt: {
        type: 'string',
        format: 'date-time',
        description: 'End of the range, exclusive: ISO 8601 with an offset.',
      },
    },
    additionalProperties: false,
  },
}

/** Opaque. */
const EXAMPLE_CURSOR = 'pX3vQ0kZr1nq3m6o8X2yVls'

interface ObjectSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
}

const headerParametersOf = ({ method, errors = [] }: Operation) => [
  ...(method === 'get' ? [] : [parameterReference('IdempotencyKey')]),
  ...(errors.includes('precondition_failed') ? [parameterReference('IfMatch')] : []),
]

const parameterReference = (name: string) => ({
  $ref: `#/components/parameters/${name}`,
})

const PARAMETERS: Record<string, object> = {
  Limit: {
    name: 'limit',
    in: 'query',
    required: false,
    description: 'Number of items on a page.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    example: DEFAULT_LIMIT,
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    required: false,
    description:
      '`nextCursor` of the previous page. It is valid only with the same filters and sort order.',
    schema: { type: 'string', minLength: 1, maxLength: 1024 },
    example: EXAMPLE_CURSOR,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Optional key. A repeated request with the same key is carried out only once and returns the same response for 24 hours. Use a new key for each new request, such as the output of `uuidgen`: a different request with the same key is refused.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    example: '0b5ff2c1-6d0e-4a7c-9d53-2f0f4f1c8a61',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'ETag of the record as you last retrieved it. If the record has changed since, the response is 412.',
    // It has no example, because samples include every header that has one, and no sample knows a version.
    schema: { type: 'string', pattern: String.raw`^(\*|(W/)?"[0-9]{1,9}")$` },
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

const formOf = (schemas: SchemaComponents, { parts, files }: NonNullable<Operation['form']>) => {
  const { properties, ...schema } = schemas.input(parts) as ObjectSchema
  const isFiles = { type: 'array', items: { type: 'string', format: 'binary' } }
  const { [files]: sent, ...fields } = properties ?? {}
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { ...schema, properties: { ...fields, [files]: { ...sent, ...isFiles } } },
      },
    },
  }
}

const successOf = (schemas: SchemaComponents, operation: Operation) => {
  const example = exampleAnswer(operation)
  return {
    description: operation.summary,
    headers: headerReference(...successHeadersOf(operation, example)),
    content: operation.produces
      ? { [operation.produces]: { schema: { type: 'string', format: 'binary' } } }
      : {
          'application/json': { schema: schemas.output(operation.response), example },
          ...(operation.streams && { 'text/event-stream': STREAMED_ANSWER }),
          ...(itemOfList(operation) && { [CSV]: csvContentOf(operation, example) }),
        },
  }
}

/** A list as CSV, with the items of its example. */
const csvContentOf = (operation: Operation, example: unknown) => {
  const { data } = example as { data: object[] }
  return {
    schema: { type: 'string', description: 'The items as CSV, with a header row.' },
    example: new TextDecoder().decode(csvOf(operation, [], data)),
  }
}

/** A dry run returns 200 where the write returns 201 or 202. */
const rehearsalOf = (schemas: SchemaComponents, operation: Operation) => ({
  description: 'With `dryRun=true`: the expected result. Nothing was changed.',
  headers: headerReference('Idempotent-Replayed'),
  content: { 'application/json': { schema: schemas.output(operation.response) } },
})

const successHeadersOf = (operation: Operation, example: unknown) => {
  const { method, path, status, headers = {} } = operation
  const members: object = typeof example === 'object' && example !== null ? example : {}
  return [
    ...('version' in members ? ['ETag'] : []),
    ...(status === 201 && 'id' in members && !path.includes('{') ? ['Location'] : []),
    ...(method === 'get' ? [] : ['Idempotent-Replayed']),
    ...Object.keys(headers).filter((name) => name in HEADERS),
    ...(itemOfList(operation) ? ['Link'] : []),
  ]
}

export const takesDryRun = ({ query }: Operation): boolean =>
  query instanceof z.ZodObject && 'dryRun' in query.shape

const isList = ({ query }: Operation): boolean =>
  query !== undefined && 'shape' in query && 'cursor' in (query.shape as object)

const tagsOf = (tags: Readonly<Record<string, string>>) =>
  Object.entries(tags).map(([name, description]) => ({ name, description }))

/** The contexts of the domain, keyed by name, in which the documentation groups tags. */
const tagGroups = () =>
  Object.entries(TAGS).map(([context, tags]) => ({
    name: areaTitle(context),
    tags: Object.keys(tags),
  }))

const SECURITY_SCHEMES = {
  oauth2: {
    type: 'oauth2',
    description: 'Client credentials of an API key. Send the token as a bearer token.',
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
    description:
      'The `access_token` that `POST /oauth/token` returns for the client ID and secret of an API key.',
  },
}

/** What a scope permits, derived from the table that decides it. */
function scopeMeaning(scope: string): string {
  const permissions = [...permissionsOf([scope])].map((permission) => permission.split(':'))
  const resourcesOf = (mode: string) =>
    permissions.filter(([, of]) => of === mode).map(([resource]) => resource!)
  const changed = resourcesOf('write')
  const readOnly = resourcesOf('read').filter((resource) => !changed.includes(resource))
  return present([
    changed.length > 0 && `Reads and changes ${changed.join(', ')}.`,
    readOnly.length > 0 && `Reads ${readOnly.join(', ')}.`,
  ]).join(' ')
}

const STREAMED_ANSWER = {
  schema: {
    type: 'string',
    description:
      'Server-sent events: any number of `token` events (`{"text"}`), then one `answer` with the JSON of this response, or `error` with a problem document.',
  },
  example: 'event: token\ndata: {"text":"Appointments can"}\n\nevent: answer\ndata: {…}\n\n',
}
