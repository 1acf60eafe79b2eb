import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { exampleAnswer, exampleFor } from '../../api/documents/examples.ts'
import { errorCodesOf } from '../../api/documents/openapi.ts'
import { partsOf } from '../../api/http/schema-parts.ts'
import { operations } from '../../api/resources/index.ts'
import { ERROR_CODES } from '#platform/core/errors/error-codes.ts'
import { SCENARIOS } from './scenarios.ts'
import { failing } from './refusals.ts'

/** The declarations of every operation, checked without a server. */

const bodies = operations.filter(({ body }) => body)
const queries = operations.filter(({ query }) => query)

describe('every operation', () => {
  test('is documented with examples that parse', async () => {
    const unlike = await failing(operations, (operation) => [
      ...faultsOf('response', operation.response, exampleAnswer(operation)),
      ...faultsOf('body', operation.body, operation.body && exampleFor(operation.body)),
      ...faultsOf('params', operation.params, operation.params && exampleFor(operation.params)),
    ])
    expect(unlike).toEqual([])
  })

  test('declares existing codes once, and none that the pipeline declares for it', async () => {
    const known = new Set<string>(ERROR_CODES)
    const wrong = await failing(operations, (operation) => {
      const declared = operation.errors ?? []
      const all = errorCodesOf(operation)
      const pipelines = new Set(errorCodesOf({ ...operation, errors: [] }))
      return [
        ...declared.filter((code) => !known.has(code)),
        ...declared.filter((code, at) => declared.indexOf(code) !== at),
        ...declared.filter((code) => pipelines.has(code) && !MAY_BE_BOTH.has(code)),
        ...(new Set(all).size === all.length ? [] : ['a code twice']),
      ]
    })
    expect(wrong).toEqual([])
  })

  test('requires a write permission if it changes something, and none if it only reads', async () => {
    const wrong = await failing(operations, ({ id, method, permission }) => {
      const writes = permission.endsWith(':write')
      return method === 'get' ? !writes : writes || READS_BY_POST.has(id)
    })
    expect(wrong).toEqual([])
  })

  test('has a scenario or an exemption', () => {
    const ids = new Set(operations.map(({ id }) => id))
    expect(Object.keys(SCENARIOS).filter((id) => !ids.has(id))).toEqual([])
  })

  test('sends events only if it changes something', async () => {
    const sending = operations.filter(({ events }) => events?.length)
    expect(sending.length).toBeGreaterThan(150)
    expect(sending.filter(({ method }) => method === 'get').map(({ id }) => id)).toEqual([])
  })
})

describe('a request schema', () => {
  const everySchema = [
    ...bodies.map((operation) => ({ id: `${operation.id} body`, schema: operation.body! })),
    ...queries.map((operation) => ({ id: `${operation.id} query`, schema: operation.query! })),
    ...operations.flatMap(({ id, params }) =>
      params ? [{ id: `${id} params`, schema: params }] : [],
    ),
    ...operations.flatMap(({ id, form }) =>
      form ? [{ id: `${id} form`, schema: form.parts }] : [],
    ),
  ]

  test('is closed in every object', async () => {
    const open = await failing(everySchema, ({ schema }) =>
      schemasIn(schema).flatMap(({ at, schema: part }) =>
        part instanceof z.ZodObject && !isStrict(part) ? [at] : [],
      ),
    )
    expect(open).toEqual([])
  })

  test('is bounded: texts have a maximum length or a pattern, lists a maximum size', async () => {
    const unbounded = await failing(everySchema, ({ schema }) =>
      unboundedIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).filter(
        (at) => !BOUNDED_OTHERWISE.some((pattern) => pattern.test(at)),
      ),
    )
    expect(unbounded).toEqual([])
  })
})

const faultsOf = (what: string, schema: z.ZodType | undefined, example: unknown): string[] => {
  const { error } = schema?.safeParse(example) ?? {}
  return error ? [`${what}: ${error.message}`] : []
}

interface Part {
  at: string
  schema: z.core.$ZodType
}

/** A schema and all its parts. */
const schemasIn = (schema: z.core.$ZodType, at = '', seen = new Set<z.core.$ZodType>()): Part[] => {
  if (seen.has(schema)) return []
  seen.add(schema)
  const inner = schema instanceof z.ZodPipe ? [schema.in] : partsOf(schema)
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined
  return [
    { at, schema },
    ...inner.flatMap((part, index) => schemasIn(part, `${at}.${names?.[index] ?? '*'}`, seen)),
  ]
}

const isStrict = (schema: z.ZodObject): boolean => schema.def.catchall instanceof z.ZodNever

/** What limits a place if its schema does not. */
const BOUNDED_OTHERWISE = [
  // A check of the whole record, and the maximum size of a body.
  /\/propertyNames$/,
  // `problemOf` of sealed headers.
  /\/headers\/additionalProperties$/,
  // Compared with record ids, and never stored without a match.
  /DismissRecommendation\/properties\/recordId$/,
]

const BOUNDED_TEXT = ['maxLength', 'pattern', 'format', 'enum', 'const', 'contentEncoding']

/** Places where a JSON Schema allows unlimited texts or lists. */
const unboundedIn = (schema: unknown, at = ''): string[] => {
  if (Array.isArray(schema))
    return schema.flatMap((part: unknown, index) => unboundedIn(part, `${at}/${index}`))
  if (typeof schema !== 'object' || schema === null) return []
  const { type } = schema as { type?: string }
  const isUnbounded =
    (type === 'string' && !BOUNDED_TEXT.some((bound) => bound in schema)) ||
    (type === 'array' && !('maxItems' in schema))
  return [
    ...(isUnbounded ? [at] : []),
    ...Object.entries(schema).flatMap(([name, part]) =>
      ['examples', 'example', 'default', 'enum'].includes(name)
        ? []
        : unboundedIn(part, `${at}/${name}`),
    ),
  ]
}

/** Codes that the pipeline and the work of these operations return for different reasons. */
const MAY_BE_BOTH: ReadonlySet<string> = new Set([
  'insufficient_role',
  'processing_restricted',
  'payload_too_large',
  'rate_limited',
  'invalid_cursor',
  'version_sunset',
])

/** Queries with a body, which change nothing, and URLs to read from. */
const READS_BY_POST: ReadonlySet<string> = new Set([
  'createAttachmentDownloadLink',
  'createProviderDocumentDownloadLink',
  'queryKnowledge',
  'searchKnowledge',
  'recallAssessments',
  'askAnalytics',
  'previewMessageText',
])
