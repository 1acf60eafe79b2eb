import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

type Io = 'input' | 'output'

/**
 * Turns zod schemas into JSON Schema 2020-12, the dialect of OpenAPI 3.1, and collects those with an id as
 * components. It uses zod's own converter, because the one of zod-to-openapi treats an `exactOptional` member
 * as required and cannot distinguish input from output. Requests are closed and responses open, so a schema
 * used in both becomes two components, `Address` in responses and `AddressInput` in requests.
 */
export class SchemaComponents {
  readonly #answers: ReadonlyMap<string, JsonSchema>
  readonly #requests: ReadonlyMap<string, JsonSchema>
  readonly #twins: ReadonlySet<string>

  constructor(all: { answers: Iterable<z.core.$ZodType>; requests: Iterable<z.core.$ZodType> }) {
    this.#answers = definitionsOf(all.answers, 'output')
    this.#requests = definitionsOf(all.requests, 'input')
    this.#twins = twinsOf(this.#answers, this.#requests)
  }

  /** The schema for requests. */
  input(schema: z.core.$ZodType): JsonSchema {
    return this.#named(schema, 'input')
  }

  /** The schema for responses. */
  output(schema: z.core.$ZodType): JsonSchema {
    return this.#named(schema, 'output')
  }

  /** All components, keyed by name. */
  all(): Record<string, JsonSchema> {
    const components = new Map<string, JsonSchema>()
    for (const [io, definitions] of [
      ['input', this.#requests],
      ['output', this.#answers],
    ] as const)
      for (const [id, definition] of definitions)
        components.set(this.#nameOf(id, io), withoutExample(this.#resolved(definition, io)))
    return Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The component to which a schema refers. */
  describedBy({ $ref }: JsonSchema): unknown {
    const name = String($ref).split('/').at(-1)!
    return (this.#requests.get(name) ?? this.#answers.get(name))?.['description']
  }

  #named(schema: z.core.$ZodType, io: Io): JsonSchema {
    const id = idOf(schema)
    return id ? reference(this.#nameOf(id, io)) : this.#resolved(convert(schema, io).root, io)
  }

  #nameOf(id: string, io: Io): string {
    return io === 'input' && this.#twins.has(id) ? `${id}Input` : id
  }

  /** Replaces inlined components with references. */
  #resolved(schema: JsonSchema, io: Io): JsonSchema {
    return JSON.parse(
      JSON.stringify(schema).replaceAll(
        REFERENCE,
        (_, id: string) => `"#/components/schemas/${this.#nameOf(id, io)}"`,
      ),
    ) as JsonSchema
  }
}

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Operations and members have examples; another one in the component would be too many. */
const withoutExample = ({ example, ...schema }: JsonSchema): JsonSchema =>
  'properties' in schema || example === undefined ? schema : { example, ...schema }

const REFERENCE = /"#\/\$defs\/([^"]+)"/g

const idOf = (schema: z.core.$ZodType): string | undefined => z.globalRegistry.get(schema)?.id

const convert = (schema: z.core.$ZodType, io: Io) => {
  const converted = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: (context) => tidy(context, io),
  })
  const { $schema: _, $defs = {}, ...root } = withKnownValues(simplified(converted)) as JsonSchema
  return { root, definitions: Object.entries($defs as Record<string, JsonSchema>) }
}

/** All schemas with ids, recursively. */
const definitionsOf = (schemas: Iterable<z.core.$ZodType>, io: Io): Map<string, JsonSchema> => {
  const all = new Map<string, JsonSchema>()
  for (const schema of schemas) {
    const { root, definitions } = convert(schema, io)
    const id = idOf(schema)
    for (const [name, definition] of definitions) all.set(name, definition)
    if (id && !('$ref' in root)) all.set(id, root)
  }
  return all
}

/** Ids whose forms for requests and responses differ, directly or through references. */
const twinsOf = (
  answers: ReadonlyMap<string, JsonSchema>,
  requests: ReadonlyMap<string, JsonSchema>,
): Set<string> => {
  const shared = [...requests].filter(([id]) => answers.has(id))
  const twins = new Set<string>()
  const differs = (id: string, sent: JsonSchema) => {
    const text = JSON.stringify(sent)
    const referred = [...text.matchAll(REFERENCE)].map(([, name]) => name!)
    return text !== JSON.stringify(answers.get(id)) || referred.some((name) => twins.has(name))
  }
  for (let before = -1; before !== twins.size;) {
    before = twins.size
    for (const [id, sent] of shared) if (differs(id, sent)) twins.add(id)
  }
  return twins
}

/** Removes noise for readers, and adds what generators need. */
const tidy = (
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema },
  io: Io,
): void => {
  delete jsonSchema['id']
  if (jsonSchema['format'] === 'date-time' || jsonSchema['format'] === 'date')
    delete jsonSchema['pattern']
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  if ('const' in jsonSchema && !('type' in jsonSchema))
    jsonSchema['type'] = typeof jsonSchema['const']
  const { enum: values } = jsonSchema
  if (jsonSchema['type'] === 'number' && Array.isArray(values) && values.every(Number.isInteger))
    jsonSchema['type'] = 'integer'
  if (io === 'output' && jsonSchema['additionalProperties'] === false)
    delete jsonSchema['additionalProperties']
  const { growing } = jsonSchema
  delete jsonSchema['growing']
  if (growing && io === 'output' && jsonSchema['enum']) {
    // If such a component is described again, the values are repeated there.
    if (!('$ref' in jsonSchema)) jsonSchema['x-extensible-enum'] = jsonSchema['enum']
    delete jsonSchema['enum']
  }
  if (zodSchema instanceof z.ZodDiscriminatedUnion)
    jsonSchema['discriminator'] = discriminatorOf(zodSchema)
}

/** The discriminator of a union, with the component for each value. */
const discriminatorOf = ({ def }: z.ZodDiscriminatedUnion) => {
  const propertyName = def.discriminator
  const mapping = def.options.map((option) => {
    const { shape } = option as z.ZodObject<Record<string, z.ZodLiteral>>
    return [shape[propertyName]!.value, `#/$defs/${idOf(option)}`] as const
  })
  return { propertyName, mapping: Object.fromEntries(mapping) }
}

/** Lists the values in the description, for readers and for tools without `x-extensible-enum`. */
const withKnownValues = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withKnownValues)
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withKnownValues(member)]),
  )
  const known = schema['x-extensible-enum']
  if (!Array.isArray(known)) return schema
  const values = `Known values; more may be added: ${known.map((it) => `\`${it}\``).join(', ')}.`
  const { description } = schema
  return {
    ...schema,
    description: typeof description === 'string' ? `${description} ${values}` : values,
  }
}

/** Writes `anyOf: [{type: 'string'}, {type: 'null'}]` as `type: ['string', 'null']`, which generators handle better. */
const simplified = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(simplified)
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'example' || key === 'default' ? member : simplified(member),
    ]),
  )
  const { anyOf, ...others } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [kept, last] = anyOf as [JsonSchema, JsonSchema]
  if (last['type'] !== 'null' || typeof kept['type'] !== 'string' || 'const' in kept) return schema
  const { example, ...of } = kept
  return {
    ...of,
    type: [kept['type'], 'null'],
    ...(Array.isArray(kept['enum']) && { enum: [...kept['enum'], null] }),
    ...(example !== undefined && !('example' in others) && { example }),
    ...others,
  }
}
