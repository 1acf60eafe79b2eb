import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { problemResponses } from './problems.ts'
import { HEADERS_OF_EVERY_RESPONSE } from './response-headers.ts'

export const text = { type: 'string' }
export const strings = { type: 'array', items: text }
/** A self-describing scalar. */
export const told = (description: string, schema: object = text) => ({ ...schema, description })
const COMMON: ErrorCode[] = ['rate_limited', 'internal_error', 'service_unavailable', 'timed_out']

/** A non-operation route, as described. */
interface Description {
  operationId: string
  tag: string
  summary: string
  description?: string
  parameters?: object[]
  requestBody?: object
  success: { description: string; schema?: object; example?: unknown; type?: string }
  errors?: readonly ErrorCode[]
  /** Responses of another shape. */
  besides?: Record<string, object>
}

/** Describes a route without an access token and tenant. */
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
