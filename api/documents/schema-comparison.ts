import type { OpenApiDocument } from './openapi-document.ts'
import { resolved } from './resolved.ts'
import type { JsonSchema } from './schema-components.ts'

/** Requests must stay accepted, and responses and events must stay as expected. */
export type Direction = 'request' | 'answer'

interface Context {
  at: string
  direction: Direction
}

/** Compares the schemas of two documents, in the form that zod writes. Each pair of components is compared once. */
export class SchemaComparison {
  readonly before: OpenApiDocument
  readonly after: OpenApiDocument
  readonly #known = new Map<string, string[]>()

  constructor(before: OpenApiDocument, after: OpenApiDocument) {
    this.before = before
    this.after = after
  }

  /** The incompatible changes of the newer schema, one line each. Lines about a component start with its name. */
  compare(at: string, direction: Direction, before: JsonSchema, after: JsonSchema): string[] {
    return this.#compare({ at, direction }, before, after)
  }

  #compare(context: Context, before: JsonSchema, after: JsonSchema): string[] {
    const older = nameOf(before)
    const newer = nameOf(after)
    if (!older || !newer)
      return this.#resolved(context, resolved(this.before, before), resolved(this.after, after))
    const key = `${context.direction} ${older} ${newer}`
    const known = this.#known.get(key)
    if (known) return known
    // For a recursive component, the changes are found in the first pass.
    this.#known.set(key, [])
    const at = context.direction === 'request' ? `${older} (sent)` : older
    const found = this.#resolved(
      { ...context, at },
      resolved(this.before, before),
      resolved(this.after, after),
    )
    this.#known.set(key, found)
    return found
  }

  #resolved(context: Context, before: JsonSchema, after: JsonSchema): string[] {
    const older = this.#merged(this.before, before)
    const newer = this.#merged(this.after, after)
    if (isUnion(older) || isUnion(newer)) return this.#unions(context, older, newer)
    return [
      ...typeLines(context, older, newer),
      ...valueLines(context, older, newer),
      ...formatLines(context, older, newer),
      ...(context.direction === 'request' ? limitLines(context, older, newer) : []),
      ...this.#members(context, older, newer),
      ...this.#below(context, 'items', '[]', older, newer),
      ...this.#below(context, 'additionalProperties', '{}', older, newer),
      ...(context.direction === 'request'
        ? this.#below(context, 'propertyNames', '{name}', older, newer)
        : []),
    ]
  }

  /** Merges `allOf` into one object. */
  #merged(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
    const { allOf, ...own } = schema
    if (!Array.isArray(allOf)) return schema
    const parts = [...(allOf as JsonSchema[]).map((it) => resolved(document, it)), own]
    return {
      ...Object.assign({}, ...parts),
      properties: Object.assign({}, ...parts.map((it) => it['properties'] ?? {})) as object,
      required: parts.flatMap((it) => (it['required'] ?? []) as string[]),
    }
  }

  /** Each variant of the narrower side must exist in the wider one: what a caller sends or reads. */
  #unions(context: Context, before: JsonSchema, after: JsonSchema): string[] {
    const older = formsOf(before)
    const newer = formsOf(after)
    const isRequest = context.direction === 'request'
    const [narrow, wide] = isRequest ? [older, newer] : [newer, older]
    const lines = narrow.flatMap((form, index) => {
      const differences = wide.map((other) =>
        this.#compare(context, isRequest ? form : other, isRequest ? other : form),
      )
      if (differences.some((it) => it.length === 0)) return []
      const name = nameOf(form)
      const sameName = wide.findIndex((other) => name !== undefined && nameOf(other) === name)
      const samePlace = narrow.length === wide.length ? index : -1
      const alike = differences[sameName] ?? differences[samePlace] ?? []
      if (alike.length > 0 && !alike.some((it) => TYPE_LINE.test(it))) return alike
      const what = name ?? (typesOf(form).join(' or ') || 'something')
      return [isRequest ? `${context.at} no longer takes ${what}` : `${context.at} may be ${what}`]
    })
    return [...lines, ...this.#lostForms(context, older, newer)]
  }

  /** If a variant of a response is removed, its members are gone too. */
  #lostForms(context: Context, older: JsonSchema[], newer: JsonSchema[]): string[] {
    if (context.direction === 'request') return []
    const names = newer.map(nameOf)
    return older
      .map(nameOf)
      .filter((name) => name !== undefined && !names.includes(name))
      .filter((name) => this.after.components['schemas']?.[name!] === undefined)
      .map((name) => `${context.at} is no longer ${name}`)
  }

  #members(context: Context, before: JsonSchema, after: JsonSchema): string[] {
    const older = propertiesOf(before)
    const newer = propertiesOf(after)
    const { at, direction } = context
    const isRequest = direction === 'request'
    return [
      ...Object.entries(older).flatMap(([name, member]) => {
        const now = newer[name]
        const place = `${at}.${name}`
        if (!now) return [`${place} is gone`]
        const [was, is] = [requires(before, name), requires(after, name)]
        return [
          ...(isRequest && is && !was ? [`${place} is required now`] : []),
          ...(!isRequest && was && !is ? [`${place} may be absent now`] : []),
          ...this.#compare({ ...context, at: place }, member, now),
        ]
      }),
      ...Object.keys(newer)
        .filter((name) => isRequest && requires(after, name) && !older[name])
        .map((name) => `${at}.${name} is new and required`),
      ...(isRequest &&
      after['additionalProperties'] === false &&
      (before['additionalProperties'] ?? true) !== false
        ? [`${at} takes no other members now`]
        : []),
    ]
  }

  /** Compares the elements of a list or a map. */
  #below(
    context: Context,
    keyword: 'items' | 'additionalProperties' | 'propertyNames',
    mark: string,
    before: JsonSchema,
    after: JsonSchema,
  ): string[] {
    const [older, newer] = [schemaAt(before, keyword), schemaAt(after, keyword)]
    const place = { ...context, at: `${context.at}${mark}` }
    if (older && newer) return this.#compare(place, older, newer)
    const narrows = context.direction === 'request' ? newer : older
    const wasClosed = keyword === 'additionalProperties' && before[keyword] === false
    if (!narrows || wasClosed || typesOf(before).length === 0) return []
    return [`${place.at} is not what it was`]
  }
}

const TYPE_LINE = / (?:may be|no longer takes) (?:string|integer|number|boolean|object|array|null)$/

const nameOf = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined

const typesOf = ({ type = [] }: JsonSchema): string[] => [type].flat() as string[]

const propertiesOf = (schema: JsonSchema) =>
  (schema['properties'] ?? {}) as Record<string, JsonSchema>

const requires = (schema: JsonSchema, name: string): boolean =>
  ((schema['required'] ?? []) as string[]).includes(name)

const schemaAt = (schema: JsonSchema, keyword: string): JsonSchema | undefined => {
  const found = schema[keyword]
  return typeof found === 'object' && found !== null ? (found as JsonSchema) : undefined
}

const isUnion = (schema: JsonSchema): boolean => 'anyOf' in schema || 'oneOf' in schema

/** The variants of a union; for any other schema, one variant per type. */
const formsOf = (schema: JsonSchema): JsonSchema[] => {
  const { anyOf, oneOf, ...own } = schema
  if (anyOf ?? oneOf)
    return ((anyOf ?? oneOf) as JsonSchema[]).flatMap((form) =>
      formsOf('$ref' in form ? form : { ...pickType(own), ...form }),
    )
  const types = typesOf(schema)
  if (types.length < 2) return [schema]
  return types.map((type) => (type === 'null' ? { type } : { ...withoutNull(schema), type }))
}

const pickType = ({ type }: JsonSchema): JsonSchema => (type === undefined ? {} : { type })

const withoutNull = (schema: JsonSchema): JsonSchema =>
  Array.isArray(schema['enum'])
    ? { ...schema, enum: schema['enum'].filter((value) => value !== null) }
    : schema

const typeLines = ({ at, direction }: Context, before: JsonSchema, after: JsonSchema): string[] => {
  const [older, newer] = [typesOf(before), typesOf(after)]
  const isRequest = direction === 'request'
  const [wide, narrow] = isRequest ? [newer, older] : [older, newer]
  if (wide.length === 0) return []
  if (narrow.length === 0)
    return [isRequest ? `${at} takes ${newer.join(' or ')} only` : `${at} may be anything`]
  return narrow
    .filter((type) => !wide.includes(type) && !(type === 'integer' && wide.includes('number')))
    .map((type) => (isRequest ? `${at} no longer takes ${type}` : `${at} may be ${type}`))
}

/** The values of an enum; for an extensible list, the known ones. */
const valuesOf = (schema: JsonSchema) => {
  const listed = schema['enum'] ?? schema['x-extensible-enum']
  if (Array.isArray(listed)) return { values: listed as unknown[], isFinal: 'enum' in schema }
  if ('const' in schema) return { values: [schema['const']], isFinal: true }
  return undefined
}

const valueLines = (
  { at, direction }: Context,
  before: JsonSchema,
  after: JsonSchema,
): string[] => {
  const [older, newer] = [valuesOf(before), valuesOf(after)]
  if (!older) return newer && direction === 'request' ? [`${at} takes listed values only`] : []
  const said = (value: unknown) => `${at}: ${String(value)}`
  const lost = older.values.filter((value) => !(newer?.values ?? older.values).includes(value))
  const gained = newer?.values.filter((value) => !older.values.includes(value)) ?? []
  return [
    // Null is compared with the types.
    ...lost.filter((value) => value !== null).map((value) => `${said(value)} is gone`),
    ...(direction === 'answer' && older.isFinal
      ? gained.filter((value) => value !== null).map((value) => `${said(value)} is new`)
      : []),
    ...(direction === 'answer' && older.isFinal && !newer?.isFinal
      ? [`${at} may have values that are not listed`]
      : []),
  ]
}

const formatLines = (
  { at, direction }: Context,
  before: JsonSchema,
  after: JsonSchema,
): string[] => {
  const [older, newer] = [before['format'], after['format']]
  if (older === newer) return []
  const isWider = direction === 'request' ? newer === undefined : older === undefined
  return isWider ? [] : [`${at} has the format ${JSON.stringify(newer ?? null)}`]
}

/** Tighter limits for a request refuse what was accepted before. Responses may tighten theirs. */
const limitLines = ({ at }: Context, before: JsonSchema, after: JsonSchema): string[] => [
  ...['minLength', 'minimum', 'minItems', 'exclusiveMinimum'].flatMap((name) =>
    limitOf(after, name, -Infinity) > limitOf(before, name, -Infinity)
      ? [`${at}: ${name} is ${limitOf(after, name, 0)} now`]
      : [],
  ),
  ...['maxLength', 'maximum', 'maxItems', 'exclusiveMaximum'].flatMap((name) =>
    limitOf(after, name, Infinity) < limitOf(before, name, Infinity)
      ? [`${at}: ${name} is ${limitOf(after, name, 0)} now`]
      : [],
  ),
  ...['pattern', 'multipleOf', 'uniqueItems']
    .filter((name) => after[name] !== undefined && after[name] !== before[name])
    .map((name) => `${at}: ${name} is ${JSON.stringify(after[name])} now`),
  ...('default' in before && JSON.stringify(before['default']) !== JSON.stringify(after['default'])
    ? [`${at}: the default is ${JSON.stringify(after['default'] ?? null)} now`]
    : []),
]

const limitOf = (schema: JsonSchema, name: string, none: number): number =>
  typeof schema[name] === 'number' ? schema[name] : none
