import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'
import { resolved } from './resolved.ts'
import { SchemaComparison, type Direction } from './schema-comparison.ts'
import type { JsonSchema } from './schema-components.ts'

/**
 * The incompatible changes of the newer document, one line each, in order. Requests must not require more, and
 * responses and events must not provide less. Version 0 has its own sunset.
 */
export const breakingChanges = (before: OpenApiDocument, after: OpenApiDocument): string[] => {
  const schemas = new SchemaComparison(before, after)
  const newer = new Map(operationsOf(after).map((it) => [it.key, it.operation]))
  const found = [
    ...operationsOf(before).flatMap(({ key, name, operation }) => {
      const now = newer.get(key)
      if (!now) return [`${operation.operationId}: ${name} is gone`]
      return ofOperation(schemas, operation, now)
    }),
    ...gone(scopesOf(before), scopesOf(after)).map((scope) => `scope ${scope} is gone`),
    ...Object.entries(before.webhooks).flatMap(([type, { post }]) => {
      const now = after.webhooks[type]?.['post']
      if (!post || !now) return [`event ${type} is gone`]
      const headers = (of: OpenApiDocument, it: object) =>
        ((it as Described).parameters ?? []).map((each) => resolved(of, each).name)
      return [
        ...gone(headers(before, post), headers(after, now)).map(
          (name) => `event ${type}: header ${name} is gone`,
        ),
        ...schemas.compare(`event ${type}`, 'answer', payloadOf(post), payloadOf(now)),
      ]
    }),
  ]
  return [...new Set(found)].toSorted((a, b) => (a < b ? -1 : 1))
}

interface Described {
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content?: Contents }
  security?: Record<string, string[]>[]
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  style?: string
  explode?: boolean
  schema: JsonSchema
}

type Contents = Record<string, { schema?: JsonSchema; examples?: object }>

interface Response {
  headers?: object
  content?: Contents
}

/** The names of path parameters are not part of a request, so they are not compared. */
const operationsOf = (document: OpenApiDocument) =>
  Object.entries(document.paths)
    .filter(([path]) => !path.startsWith('/v0/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        key: `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
        name: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    )

const gone = <Item>(before: readonly Item[], after: readonly Item[]): Item[] =>
  before.filter((item) => !after.includes(item))

const scopesOf = (document: OpenApiDocument): string[] => {
  const { oauth2 } = document.components['securitySchemes'] as {
    oauth2: { flows: { clientCredentials: { scopes: object } } }
  }
  return Object.keys(oauth2.flows.clientCredentials.scopes)
}

const payloadOf = (event: object): JsonSchema => {
  const [body] = Object.values((event as Described).requestBody?.content ?? {})
  return body?.schema ?? {}
}

/**
 * The incompatible changes of one operation. Lines about a component start with its name, because many
 * operations share it.
 */
const ofOperation = (
  schemas: SchemaComparison,
  before: OpenApiOperation,
  after: OpenApiOperation,
): string[] => {
  const name = before.operationId
  return [
    ...(after.operationId === name ? [] : [`${name} is called ${after.operationId} now`]),
    ...securityLines(name, before as Described, after as Described),
    ...parameterLines(name, schemas, before as Described, after as Described),
    ...bodyLines(name, schemas, before as Described, after as Described),
    ...successLines(name, schemas, before, after),
    ...errorLines(name, schemas, before, after),
  ]
}

const securityLines = (
  name: string,
  { security: before = [] }: Described,
  { security: after = [] }: Described,
): string[] => {
  if (after.length === 0) return []
  if (before.length === 0) return [`${name} needs an access token now`]
  return setsOf(before)
    .filter((set) => !setsOf(after).some((needed) => gone(needed, set).length === 0))
    .map((set) => `${name}: the scope ${set.join(' + ')} no longer suffices`)
}

/** The sets of scopes of an operation; any one of them is sufficient. */
const setsOf = (security: Record<string, string[]>[]): string[][] =>
  security.flatMap(({ oauth2 }) => (oauth2 ? [oauth2] : []))

const parameterLines = (
  name: string,
  schemas: SchemaComparison,
  before: Described,
  after: Described,
): string[] => {
  const older = parametersOf(schemas.before, before)
  const newer = parametersOf(schemas.after, after)
  return [
    ...[...older].flatMap(([key, parameter]) => {
      const at = `${name} ${key}`
      const now = newer.get(key)
      if (!now) return [`${at} is gone`]
      const isAlike = now.style === parameter.style && now.explode === parameter.explode
      return [
        ...(now.required && !parameter.required ? [`${at} is required now`] : []),
        ...(isAlike ? [] : [`${at} is written otherwise now`]),
        ...schemas.compare(at, 'request', parameter.schema, now.schema),
      ]
    }),
    ...[...newer]
      .filter(([key, { required }]) => required && !older.has(key))
      .map(([key]) => `${name} ${key} is new and required`),
  ]
}

const bodyLines = (
  name: string,
  schemas: SchemaComparison,
  { requestBody: before }: Described,
  { requestBody: after }: Described,
): string[] => {
  if (!after) return before ? [`${name} takes no body now`] : []
  if (!before) return after.required ? [`${name} needs a body now`] : []
  return [
    ...(after.required && !before.required ? [`${name} needs a body now`] : []),
    ...contentLines(`${name} body`, schemas, 'request', before.content, after.content),
  ]
}

const successLines = (
  name: string,
  schemas: SchemaComparison,
  before: OpenApiOperation,
  after: OpenApiOperation,
): string[] => {
  const successes = Object.entries(before.responses).filter(([status]) => /^[23]/.test(status))
  return successes.flatMap(([status, was]) => {
    const at = `${name} ${status}`
    const response = after.responses[status]
    if (!response) return [`${at} is gone`]
    const older: Response = resolved(schemas.before, was)
    const newer: Response = resolved(schemas.after, response)
    return [
      ...gone(Object.keys(older.headers ?? {}), Object.keys(newer.headers ?? {})).map(
        (header) => `${at} header ${header} is gone`,
      ),
      ...contentLines(at, schemas, 'answer', older.content, newer.content),
    ]
  })
}

/**
 * Compares error codes. An operation that only loses codes fails less often. One that also gains a code may
 * have renamed it, and callers branch on codes.
 */
const errorLines = (
  name: string,
  schemas: SchemaComparison,
  before: OpenApiOperation,
  after: OpenApiOperation,
): string[] => {
  const older = errorsOf(schemas.before, before)
  const newer = errorsOf(schemas.after, after)
  const gains = [...newer.keys()].some((code) => !older.has(code))
  return [...older].flatMap(([code, status]) => {
    const now = newer.get(code)
    if (now === undefined) return gains ? [`${name}: code ${code} is gone, and others are new`] : []
    return now === status ? [] : [`${name}: code ${code} answers ${now} instead of ${status}`]
  })
}

const contentLines = (
  at: string,
  schemas: SchemaComparison,
  direction: Direction,
  before: Contents = {},
  after: Contents = {},
): string[] =>
  Object.entries(before).flatMap(([type, { schema }]) => {
    const now = after[type]
    if (!now) return [`${at} ${type} is gone`]
    return schemas.compare(at, direction, schema ?? {}, now.schema ?? {})
  })

const parametersOf = (document: OpenApiDocument, operation: Described): Map<string, Parameter> => {
  let place = 0
  return new Map(
    (operation.parameters ?? []).map((each) => {
      const parameter = resolved(document, each)
      const { name, in: where } = parameter
      return [where === 'path' ? `path parameter ${(place += 1)}` : `${where} ${name}`, parameter]
    }),
  )
}

/** The status of each error code in the responses of an operation. */
const errorsOf = (document: OpenApiDocument, operation: OpenApiOperation): Map<string, string> =>
  new Map(
    Object.entries(operation.responses).flatMap(([status, response]) =>
      Object.values((resolved(document, response) as Response).content ?? {}).flatMap(
        ({ examples = {} }) => Object.keys(examples).map((code) => [code, status] as const),
      ),
    ),
  )
