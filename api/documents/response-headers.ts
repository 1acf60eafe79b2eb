import { pascalCase } from './pascal-case.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

/** All documented headers of responses. */
export const HEADERS: Record<string, object> = {
  'X-Request-Id': {
    description:
      'The one you sent, if well-formed; otherwise a new id. Include it when you contact support.',
    required: true,
    schema: text,
    example: 'req_01m7zavmhde4es2ts9few7fzev',
  },
  'X-RateLimit-Limit': {
    description: 'Requests a minute.',
    required: true,
    schema: count,
    example: 600,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in this minute.',
    required: true,
    schema: count,
    example: 599,
  },
  'X-RateLimit-Reset': {
    description: 'When the minute ends, in Unix seconds.',
    required: true,
    schema: count,
    example: 1796115660,
  },
  RateLimit: {
    description: "The same in the IETF's form: what remains, and for how many seconds.",
    required: true,
    schema: text,
    example: '"default";r=599;t=58',
  },
  'RateLimit-Policy': {
    description: "The limit in the IETF's form.",
    required: true,
    schema: text,
    example: '"default";q=600;w=60',
  },
  ETag: {
    description: 'The version of the record, for If-Match.',
    schema: text,
    example: '"1"',
  },
  Location: {
    description: 'The path of the new record.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/appointments/apt_01m7zavmhde4es2ts9few7fzev',
  },
  'Idempotent-Replayed': {
    description: 'Present when this is the stored answer of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Retry-After': {
    description: 'Seconds after which the same request may succeed.',
    schema: count,
    example: 1,
  },
  Allow: { description: 'The methods of the path.', schema: text, example: 'GET, POST' },
  'WWW-Authenticate': {
    description: 'RFC 6750.',
    schema: text,
    example: 'Bearer error="invalid_token"',
  },
  Deprecation: { description: 'RFC 9745.', schema: text, example: '@1767225600' },
  Sunset: {
    description: 'RFC 8594: from then on the operation answers 410.',
    schema: text,
    example: 'Tue, 01 Dec 2026 00:00:00 GMT',
  },
  Link: {
    description: 'The operation to use instead.',
    schema: text,
    example: '</v1/payments>; rel="successor-version"',
  },
}

/** References to headers of a response, as `{name: {$ref}}`. */
export const headerReference = (...names: string[]): Record<string, { $ref: string }> =>
  Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${pascalCase(name)}` }]),
  )

/** The headers as components, keyed by name. */
export const HEADER_COMPONENTS = Object.fromEntries(
  Object.entries(HEADERS).map(([name, header]) => [pascalCase(name), header]),
)

export const HEADERS_OF_EVERY_RESPONSE = headerReference(
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
)
