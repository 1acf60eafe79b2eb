import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/**
 * Turns zod schemas into JSON Schema 2020-12, the dialect of OpenAPI 3.1, and collects those with an
 * id as components. By zod's own converter: that of zod-to-openapi takes an `exactOptional` member
 * for a required one and cannot tell input from output.
 */
export class SchemaComponents {
  readonly #components = new Map<string, JsonSchema>()

  /** What a caller sends. */
  input(schema: z.core.$ZodType): JsonSchema {
    return this.#convert(schema, 'input')
  }

  /** What a caller is answered. */
  output(schema: z.core.$ZodType): JsonSchema {
    return this.#convert(schema, 'output')
  }

  /** All components so far, by name. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#components].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #convert(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: tidy })
    const { $schema: _, $defs = {}, ...root } = simplified(converted) as JsonSchema
    const definitions = Object.entries($defs as Record<string, JsonSchema>)
    const names = new Map(definitions.map(([id, definition]) => [id, this.#add(id, definition)]))
    const { id } = z.globalRegistry.get(schema) ?? {}
    const renamed = withReferences(root, names) as JsonSchema
    for (const [name, definition] of definitions)
      this.#components.set(names.get(name)!, withReferences(definition, names) as JsonSchema)
    if (!id || '$ref' in renamed) return renamed
    const name = this.#add(id, renamed)
    this.#components.set(name, renamed)
    return reference(name)
  }

  /** The name for a definition: `Input` is appended where input and output of one id differ. */
  #add(id: string, definition: JsonSchema): string {
    const known = this.#components.get(id)
    if (!known || sameShape(known, definition)) return id
    return `${id}Input`
  }
}

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const sameShape = (a: JsonSchema, b: JsonSchema) => shapeOf(a) === shapeOf(b)

/** A schema as text, with references by name only. */
const shapeOf = (schema: JsonSchema) =>
  JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')

const withReferences = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== '$ref' || typeof member !== 'string') return [key, withReferences(member, names)]
      const id = member.replace('#/$defs/', '')
      return [key, `#/components/schemas/${names.get(id) ?? id}`]
    }),
  )
}

/** Removes what says nothing to a reader, and adds what generators need. */
const tidy = ({ jsonSchema }: { jsonSchema: JsonSchema }): void => {
  delete jsonSchema['id']
  if (jsonSchema['format'] === 'date-time' || jsonSchema['format'] === 'date')
    delete jsonSchema['pattern']
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  if ('const' in jsonSchema && !('type' in jsonSchema))
    jsonSchema['type'] = typeof jsonSchema['const']
}

/** `anyOf: [{type: 'string'}, {type: 'null'}]` as `type: ['string', 'null']`, which generators read better. */
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
