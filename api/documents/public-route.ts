import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { problemResponses } from './problems.ts'
import { HEADERS_OF_EVERY_RESPONSE } from './response-headers.ts'

export const text = { type: 'string' }
export const strings = { type: 'array', items: text }
/** A scalar with its description. */
export const told = (description: string, schema: object = text) => ({ ...schema, description })
const COMMON: ErrorCode[] = ['rate_limited', 'internal_error', 'service_unavailable', 'timed_out']

/** The description of a route that is not an operation. */
interface Description {
  operationId: string
  tag: string
  summary: string
  description?: string
  parameters?: object[]
  requestBody?: object
  success: { description: string; schema?: object; example?: unknown; type?: string }
  errors?: readonly ErrorCode[]
  /** Further responses, with other schemas. */
  besides?: Record<string, object>
}

/** Describes a route that has no access token and no tenant. */
export const publicRoute = ({ tag, success, errors = [], besides, ...rest }: Description) => ({
  ...rest,
  tags: [tag],
  security: [],
  responses: {
    '200': {
      description: success.description,
      headers: HEADERS_OF_EVERY_RESPONSE,
      ...(success.schema && {
        content: {
          [success.type ?? 'application/json']: {
            schema: success.schema,
            ...(success.example !== undefined && { example: success.example }),
          },
        },
      }),
    },
    ...problemResponses([...COMMON, ...errors]),
    ...besides,
  },
})
