import type { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { parseInput, unknownIssue, type UnknownCode } from '#platform/core/input/parse-input.ts'
import { DRY_RUN_ELSEWHERE } from './dry-run.ts'
import type { Operation, Parsed } from './operation.ts'
import { parseJson, readBody } from './json-body.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i

/** The raw body and the parsed parts. */
export interface ValidInput extends Parsed<unknown, unknown, unknown> {
  rawBody: string
}

/** Parses the path, the query, If-Match and the body with the schemas of the operation, or throws all errors. */
export const validateInput = async (
  operation: Operation,
  request: Request,
  pathParams: Record<string, string>,
): Promise<ValidInput> => {
  // A form is read only once its caller is authorized.
  const hasText = operation.method !== 'get' && !operation.form
  const rawBody = hasText ? await readBody(request) : ''
  return {
    params: parsePart(operation.params, pathParams, 'unknown_parameter'),
    query: parsePart(
      operation.query,
      queryOf(new URL(request.url).searchParams),
      'unknown_parameter',
    ),
    version: versionOf(request.headers.get('if-match')),
    body: bodyOf(operation, request, rawBody),
    rawBody,
  }
}

const bodyOf = (operation: Operation, request: Request, rawBody: string): unknown => {
  if (rawBody === '' && !operation.body) return undefined
  if (rawBody !== '' && !JSON_TYPE.test(request.headers.get('content-type') ?? '')) {
    throw new DomainError(
      'unsupported_media_type',
      'The Content-Type is not JSON. Send the body as Content-Type: application/json.',
    )
  }
  if (rawBody === '' && operation.bodyOptional) return parseBody(operation, {})
  if (rawBody === '')
    throw invalidInput([{ path: '', code: 'required', message: 'is required: send a JSON body' }])
  return parseBody(operation, parseJson(rawBody))
}

/** If a PATCH refuses a member, the error names the verb that accepts it. */
const parseBody = ({ body, instead }: Operation, value: unknown): unknown =>
  parsePart(body, value, 'unknown_member', (issue) => {
    const calls = issue.code === 'unknown_member' && instead?.get(issue.path)
    return calls
      ? { ...issue, message: `cannot be changed with PATCH. Use ${calls.join(', ')}` }
      : issue
  })

const queryOf = (parameters: URLSearchParams): Record<string, string> => {
  const query: Record<string, string> = {}
  for (const [name, value] of parameters) {
    if (name === '__proto__') throw invalidInput([unknownIssue(name, 'unknown_parameter')])
    if (Object.hasOwn(query, name))
      throw invalidInput([{ path: name, code: 'duplicate', message: 'is sent more than once' }])
    if (value.includes('\u0000'))
      throw invalidInput([
        { path: name, code: 'invalid_character', message: 'must not contain a NUL character' },
      ])
    query[name] = value
  }
  return query
}

/** Parses `"3"` or `W/"3"`, as in ETag; `*` matches any version. */
const versionOf = (ifMatch: string | null): number | undefined => {
  if (ifMatch === null || ifMatch === '*') return undefined
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch.trim())?.[1]
  if (version) return Number(version)
  throw invalidInput([
    {
      path: 'If-Match',
      code: 'invalid_format',
      message: 'must be the ETag of the record, such as "3"',
    },
  ])
}

/** A part without a schema must be empty. */
export const parsePart = (
  schema: z.ZodType | undefined,
  value: unknown,
  unknownCode: UnknownCode,
  elsewhere: (issue: Issue) => Issue = (issue) => issue,
): unknown => {
  if (!schema) {
    const names = Object.keys(value ?? {})
    if (names.length > 0 || typeof value !== 'object' || value === null) {
      throw invalidInput(
        names.length > 0
          ? names.map((path) => withElsewhere(unknownIssue(path, unknownCode)))
          : [
              {
                path: '',
                code: unknownCode,
                message: 'is not allowed: this operation has no body',
              },
            ],
      )
    }
    return undefined
  }
  const parsed = parseInput(schema, value, unknownCode)
  if ('data' in parsed) return parsed.data
  const issues = parsed.issues.map(withElsewhere).map(elsewhere)
  // A parameter has no members, so an error in a list belongs to the parameter.
  const isParameter = unknownCode === 'unknown_parameter'
  throw invalidInput(
    isParameter ? issues.map((issue) => ({ ...issue, path: issue.path.split('.')[0]! })) : issues,
  )
}

const withElsewhere = (issue: Issue): Issue =>
  issue.path === 'dryRun' && issue.code === 'unknown_parameter'
    ? { ...issue, message: `${issue.message} (${DRY_RUN_ELSEWHERE})` }
    : issue

const invalidInput = (issues: Issue[]): DomainError => {
  const [first, ...others] = issues
  const more = others.length > 0 ? ` (and ${others.length} more, see errors)` : ''
  return new DomainError(
    'validation_failed',
    `${first?.path || 'The body'}: ${first?.message}${more}.`,
    { issues },
  )
}
