import { ERROR_CODES, type ErrorCode } from '#platform/core/errors/error-codes.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { ISSUE_CODES } from '#platform/core/input/issue.ts'
import { PROBLEMS, problemOf } from '../http/problem.ts'
import { ERROR_GUIDE, ISSUE_GUIDE } from './error-guide.ts'
import { pascalCase } from './pascal-case.ts'
import { membersOfCodes } from './problem-members.ts'
import { HEADERS_OF_EVERY_RESPONSE, headerReference } from './response-headers.ts'
import { reference } from './schema-components.ts'

/** The body of every error, as a component. */
export const PROBLEM_SCHEMA = {
  type: 'object',
  description:
    'Description of the problem, as defined by RFC 9457. Some codes have additional members, such as `allowed` or `scopes`; responses list those of their codes.',
  properties: {
    type: { type: 'string', format: 'uri', description: 'URL of the explanation of the code.' },
    title: { type: 'string', description: 'Title, the same for every problem with the code.' },
    status: { type: 'integer', description: 'HTTP status of the response.' },
    detail: { type: 'string', description: 'What is wrong, and what to do next.' },
    instance: { type: 'string', format: 'uri-reference', description: 'Path of the request.' },
    code: {
      // Open: a generated client lists the codes and accepts unknown ones.
      anyOf: [{ type: 'string', enum: [...ERROR_CODES] }, { type: 'string' }],
      description:
        'Stable code, which your program should check. Codes may be added; handle an unknown code by its status.',
    },
    requestId: { type: 'string', description: 'X-Request-Id of the response.' },
    errors: {
      type: 'array',
      description: 'Invalid parts of the input; empty for other problems.',
      items: {
        type: 'object',
        properties: {
          path: {
            type: 'string',
            description:
              'Path of the invalid part, such as `address.city`; empty for the whole body.',
          },
          code: {
            anyOf: [{ type: 'string', enum: [...ISSUE_CODES] }, { type: 'string' }],
            description: `Stable code of what is wrong at this path. For an item of a batch, the code of the problem that this item alone would cause. ${ISSUE_CODES.map((code) => `\`${code}\`: ${ISSUE_GUIDE[code]}`).join(' ')}`,
          },
          message: { type: 'string', description: 'Explanation in words.' },
          position: {
            type: 'object',
            description: 'Position in a text, if the code concerns a part of one.',
            properties: {
              line: { type: 'integer', description: 'Line, counted from 1.' },
              column: { type: 'integer', description: 'Column, counted from 1.' },
            },
            required: ['line', 'column'],
          },
          expression: {
            type: 'string',
            description:
              'Expression of an agent in which it is wrong; `position` is then a position in it.',
          },
          suggestion: {
            type: 'string',
            description: 'What was probably meant instead, if something is close.',
          },
        },
        required: ['path', 'code', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'],
}

/** A code's problem as it is returned, built by the mapper of the pipeline. */
const exampleProblem = (code: ErrorCode) => {
  const { detail, errors = [], extra = {} } = ERROR_GUIDE[code]
  return problemOf(new DomainError(code, detail, { issues: errors, extra }), {
    publicUrl: 'https://api.example.com',
    path: '/v1/appointments',
    requestId: 'req_01m7zavmhde4es2ts9few7fzev',
  })
}

/** Example problems, keyed by the name of their component. */
export const PROBLEM_EXAMPLES = Object.fromEntries(
  ERROR_CODES.map((code) => [
    pascalCase(code),
    { summary: ERROR_GUIDE[code].meaning, value: exampleProblem(code) },
  ]),
)

/** A problem with the members of these codes, all of them optional. */
const problemOfCodes = (codes: readonly ErrorCode[]) => {
  const properties = membersOfCodes(codes)
  if (Object.keys(properties).length === 0) return reference('Problem')
  return { allOf: [reference('Problem'), { type: 'object', properties }] }
}

/** The error responses of an operation: codes grouped by status, with an example for each. */
export const problemResponses = (codes: readonly ErrorCode[]): Record<string, unknown> => {
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code].status)
  const entries = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(entries.map(([status, of]) => [status, responseOf(of.toSorted())]))
}

/** Operations that have the same reasons for a status share its response. */
const responseOf = (codes: readonly ErrorCode[]) => {
  const name = codes.map(pascalCase).join('')
  CODES_BY_NAME.set(name, codes)
  return { $ref: `#/components/responses/${name}` }
}

const CODES_BY_NAME = new Map<string, readonly ErrorCode[]>()

/** The component to which a reference points, by name. */
export const problemResponse = (name: string) => {
  const codes = CODES_BY_NAME.get(name) ?? []
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_GUIDE[code].meaning}`).join('\n\n'),
    headers: {
      ...HEADERS_OF_EVERY_RESPONSE,
      ...(codes.some((code) => RETRY_LATER.has(code)) && headerReference('Retry-After')),
      ...(codes.includes('method_not_allowed') && headerReference('Allow')),
      ...(codes.includes('unauthenticated') && headerReference('WWW-Authenticate')),
    },
    content: {
      'application/problem+json': {
        schema: problemOfCodes(codes),
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${pascalCase(code)}` }]),
        ),
      },
    },
  }
}

/** Codes whose response has a time to retry. */
const RETRY_LATER = new Set<ErrorCode>([
  'rate_limited',
  'service_unavailable',
  'timed_out',
  'idempotency_in_progress',
])
