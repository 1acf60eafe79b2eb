import type { Operation } from '../http/operation.ts'
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'
import { resolved } from './resolved.ts'
import type { JsonSchema } from './schema-components.ts'

/**
 * Generates api/contract.txt: a sorted line for each operation, parameter, member, value, error code, scope and
 * event. Its diff shows reviewers how a change affects callers.
 */
export const contractReport = (
  document: OpenApiDocument,
  operations: readonly Operation[],
): string => {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const common = commonErrors(document, found)
  const envelopes = envelopesOf(document)
  const lines = [
    ...common.lines,
    ...found.flatMap(({ path, method, operation }) => {
      const name = operation.operationId
      return [
        `operation ${name} ${method.toUpperCase()} ${path}${operation['deprecated'] ? ', deprecated' : ''}`,
        ...linesOfOperation(document, operation, common.of(method)).map(
          (line) => `operation ${name} ${line}`,
        ),
      ]
    }),
    ...operations.flatMap(({ id, events = [] }) =>
      events.map((event) => `operation ${id} sends ${event}`),
    ),
    ...Object.entries(document.components['parameters'] ?? {}).flatMap(([name, parameter]) =>
      linesOfParameter(parameter as Parameter).map((line) => `parameter ${name} ${line}`),
    ),
    ...Object.entries(scopesOf(document)).flatMap(([scope, opens]) => [
      `scope ${scope}`,
      ...opened(opens).map((line) => `scope ${scope} ${line}`),
    ]),
    ...Object.entries(document.webhooks).flatMap(([type, { post }]) =>
      contentsOf(post as object as Body).flatMap(({ schema }) =>
        linesOfSchema(`event ${type}`, resolved(document, schema)),
      ),
    ),
    ...Object.entries(document.components['schemas'] ?? {})
      .filter(([name]) => !envelopes.has(name))
      .flatMap(([name, schema]) => linesOfSchema(`schema ${name}`, schema as JsonSchema)),
  ]
  return `${[...new Set(lines)].toSorted(byText).join('\n')}\n`
}

const byText = (a: string, b: string) => (a < b ? -1 : 1)

interface Body {
  requestBody?: { required?: boolean; content?: Record<string, { schema: JsonSchema }> }
}

interface Response {
  headers?: Record<string, object>
  content?: Record<string, { schema?: JsonSchema; examples?: Record<string, object> }>
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: JsonSchema
}

const contentsOf = ({ requestBody }: Body) => Object.values(requestBody?.content ?? {})

/** The components of events, which are listed under the names of the events. */
const envelopesOf = (document: OpenApiDocument): Set<string | undefined> =>
  new Set(
    Object.values(document.webhooks).flatMap(({ post }) =>
      contentsOf(post as object as Body).map(({ schema }) => nameOf(schema)),
    ),
  )

const scopesOf = (document: OpenApiDocument): Record<string, string> => {
  const { oauth2 } = document.components['securitySchemes'] as {
    oauth2: { flows: { clientCredentials: { scopes: Record<string, string> } } }
  }
  return oauth2.flows.clientCredentials.scopes
}

/** Splits `Reads and changes rooms, tasks. Reads me.` into one line each. */
const opened = (words: string): string[] =>
  [...words.matchAll(/(Reads and changes|Reads) ([^.]+)\./g)].flatMap(([, verb, list = '']) =>
    list.split(', ').map((resource) => `${verb!.toLowerCase()} ${resource}`),
  )

/** `409 slot_taken`, for each code in the responses of an operation. */
const errorsOf = (document: OpenApiDocument, operation: OpenApiOperation): string[] =>
  Object.entries(operation.responses).flatMap(([status, response]) =>
    Object.values(resolved(document, response as Response).content ?? {}).flatMap(
      ({ examples = {} }) => Object.keys(examples).map((code) => `${status} ${code}`),
    ),
  )

/** Errors that all operations of a kind have in common are listed once. */
const commonErrors = (
  document: OpenApiDocument,
  all: readonly { method: string; operation: OpenApiOperation }[],
) => {
  const shared = (kind: string, isOfKind: (method: string) => boolean) => {
    const each = all
      .filter(({ method, operation }) => isOfKind(method) && scopeLines(operation).length > 0)
      .map(({ operation }) => new Set(errorsOf(document, operation)))
    const codes = [...(each[0] ?? [])].filter((code) => each.every((of) => of.has(code)))
    return { codes: new Set(codes), lines: codes.map((code) => `every ${kind} ${code}`) }
  }
  const reads = shared('read', (method) => method === 'get')
  const writes = shared('write', (method) => method !== 'get')
  return {
    lines: [...reads.lines, ...writes.lines],
    of: (method: string) => (method === 'get' ? reads : writes).codes,
  }
}

const linesOfOperation = (
  document: OpenApiDocument,
  operation: OpenApiOperation,
  common: ReadonlySet<string>,
): string[] => {
  const parameters = (operation['parameters'] ?? []) as Parameter[]
  const { requestBody } = operation as Body
  const errors = errorsOf(document, operation)
  const takesAll = [...common].every((error) => errors.includes(error))
  return [
    ...scopeLines(operation),
    ...parameters.flatMap((it) => {
      const shared = nameOf({ ...it })
      return shared ? [`takes ${shared}`] : linesOfParameter(it)
    }),
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
      linesOfSchema(`body ${type}`, schema, requestBody?.required ? ['required'] : []),
    ),
    ...Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, response]) => linesOfResponse(status, resolved(document, response))),
    ...errors.filter((error) => !takesAll || !common.has(error)),
  ]
}

const linesOfParameter = ({ name, in: where, required, schema }: Parameter): string[] =>
  linesOfSchema(`${where} ${name}`, schema, required ? ['required'] : [])

/** The sets of scopes; any one of them is sufficient. */
const scopeLines = (operation: OpenApiOperation): string[] =>
  ((operation['security'] ?? []) as Record<string, string[]>[]).flatMap(({ oauth2 }) =>
    oauth2 ? [`scope ${oauth2.join(' + ') || 'any'}`] : [],
  )

const linesOfResponse = (status: string, { headers = {}, content = {} }: Response): string[] => [
  ...Object.keys(headers).map((name) => `${status} header ${name}`),
  ...Object.entries(content).flatMap(([type, { schema }]) =>
    linesOfSchema(`${status} ${type}`, schema ?? {}),
  ),
]

/** The lines of a schema: the schema itself, its values and its members, recursively. A component is named only. */
const linesOfSchema = (at: string, schema: JsonSchema, marks: readonly string[] = []): string[] => {
  const required = new Set(schema['required'] as string[] | undefined)
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
  const items = schema['items'] as JsonSchema | undefined
  const forms = formsOf(schema)
  const map = schema['additionalProperties']
  return [
    `${at}: ${[typeOf(schema), ...facetsOf(schema), ...marks].join(', ')}`,
    ...valuesOf(schema).map((value) => `${at} = ${String(value)}`),
    ...Object.entries(properties).flatMap(([name, member]) =>
      linesOfSchema(join(at, name), member, required.has(name) ? ['required'] : []),
    ),
    ...(items && isShown(items) ? linesOfSchema(`${at}[]`, items) : []),
    ...(typeof map === 'object' && map !== null && isShown(map as JsonSchema)
      ? linesOfSchema(`${at}{}`, map as JsonSchema)
      : []),
    ...forms.flatMap((form, index) =>
      isShown(form) ? linesOfSchema(`${at}|${index + 1}`, form) : [],
    ),
  ]
}

const join = (at: string, name: string): string =>
  /^(?:schema|event) \S+$/.test(at) ? `${at} .${name}` : `${at}.${name}`

/** Properties of a schema that the word for its type does not cover. */
const isShown = (schema: JsonSchema): boolean =>
  'properties' in schema ||
  'items' in schema ||
  valuesOf(schema).length > 0 ||
  formsOf(schema).length > 0 ||
  typeof schema['additionalProperties'] === 'object'

const formsOf = (schema: JsonSchema): JsonSchema[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((kind) => (schema[kind] ?? []) as JsonSchema[])

const valuesOf = (schema: JsonSchema): unknown[] =>
  (schema['enum'] ?? schema['x-extensible-enum'] ?? []) as unknown[]

const nameOf = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined

const typeOf = (schema: JsonSchema): string => {
  const name = nameOf(schema)
  if (name) return name
  const forms = formsOf(schema).map(typeOf)
  const words = [
    ...typesOf(schema).map((type) => {
      if (type !== 'array') return type
      return `list of ${typeOf((schema['items'] ?? {}) as JsonSchema)}`
    }),
    ...(forms.length > 0 ? [forms.join(' or ')] : []),
  ]
  return words.join(' or ') || 'any'
}

const typesOf = ({ type = [] }: JsonSchema): string[] => [type].flat() as string[]

const FACETS = [
  'format',
  'const',
  'default',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
]

const facetsOf = (schema: JsonSchema): string[] => [
  ...FACETS.filter((name) => schema[name] !== undefined).map(
    (name) => `${name} ${JSON.stringify(schema[name])}`,
  ),
  ...('x-extensible-enum' in schema ? ['more values may come'] : []),
  ...(schema['additionalProperties'] === false ? ['closed'] : []),
  ...(schema['deprecated'] ? ['deprecated'] : []),
]
