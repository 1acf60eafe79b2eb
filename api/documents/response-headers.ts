import { pascalCase } from './pascal-case.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

/** All documented headers of responses. */
export const HEADERS: Record<string, object> = {
  'X-Request-Id': {
    description:
      'X-Request-Id of your request, if it was well-formed; otherwise a new ID. Include it when you contact support.',
    required: true,
    schema: text,
    example: 'req_01m7zavmhde4es2ts9few7fzev',
  },
  'X-RateLimit-Limit': {
    description: 'Maximum number of requests per minute.',
    required: true,
    schema: count,
    example: 600,
  },
  'X-RateLimit-Remaining': {
    description: 'Number of requests left in this minute.',
    required: true,
    schema: count,
    example: 599,
  },
  'X-RateLimit-Reset': {
    description: 'When the current minute ends, in Unix seconds.',
    required: true,
    schema: count,
    example: 1796115660,
  },
  RateLimit: {
    description:
      'The remaining requests, and the number of seconds for which they apply, in the IETF format.',
    required: true,
    schema: text,
    example: '"default";r=599;t=58',
  },
  'RateLimit-Policy': {
    description: 'The rate limit in the IETF format.',
    required: true,
    schema: text,
    example: '"default";q=600;w=60',
  },
  ETag: {
    description: 'Version of the record, to send as If-Match.',
    schema: text,
    example: '"1"',
  },
  Location: {
    description: 'Path of the new record.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/appointments/apt_01m7zavmhde4es2ts9few7fzev',
  },
  'Idempotent-Replayed': {
    description: 'Present if this is the stored response to an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Retry-After': {
    description: 'Number of seconds after which the same request may succeed.',
    schema: count,
    example: 1,
  },
  Allow: { description: 'Methods that the path supports.', schema: text, example: 'GET, POST' },
  'WWW-Authenticate': {
    description: 'Authentication scheme, as defined by RFC 6750.',
    schema: text,
    example: 'Bearer error="invalid_token"',
  },
  Deprecation: {
    description: 'Date of deprecation, as defined by RFC 9745.',
    schema: text,
    example: '@1767225600',
  },
  Sunset: {
    description: 'Date from which the operation returns 410, as defined by RFC 8594.',
    schema: text,
    example: 'Tue, 01 Dec 2026 00:00:00 GMT',
  },
  Link: {
    description:
      'With `Accept: text/csv`, the next page of a list (`rel="next"`). For a deprecated operation, the operation to use instead (`rel="successor-version"`).',
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
