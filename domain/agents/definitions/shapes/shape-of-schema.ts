import { z } from 'zod'
import {
  ANY,
  BOOLEAN,
  either,
  list,
  NULL,
  NUMBER,
  object,
  TEXT,
  value,
  type Shape,
} from './shape.ts'

/** The part of JSON Schema that says which values there are. */
interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
}

type Definitions = Readonly<Record<string, JsonSchema>>

const known = new WeakMap<z.ZodType, Shape>()

/** The shape of the values that a schema returns. */
export const shapeOfSchema = (schema: z.ZodType): Shape => {
  const found = known.get(schema)
  if (found) return found
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  const { $defs = {}, ...rest } = json as JsonSchema & { $defs?: Definitions }
  const shape = shapeOfJson(rest, $defs)
  known.set(schema, shape)
  return shape
}

/** The shape of the values that a JSON Schema allows. Objects have no members that it does not name. */
export const shapeOfJson = (schema: JsonSchema, definitions: Definitions = {}): Shape => {
  const of = (part: JsonSchema): Shape => shapeOfJson(part, definitions)
  const { $ref, type, anyOf, oneOf } = schema
  if ($ref !== undefined) {
    const referred = definitions[$ref.slice('#/$defs/'.length)]
    return referred ? of(referred) : ANY
  }
  const choices = anyOf ?? oneOf
  if (choices) return either(choices.map(of))
  if (Array.isArray(type)) return either(type.map((one) => of({ ...schema, type: one })))
  if (schema.const !== undefined) return literal([schema.const])
  if (schema.enum) return literal(schema.enum)
  switch (type ?? '') {
    case 'object':
      return objectOf(schema, of)
    case 'array':
      return list(schema.items ? of(schema.items) : ANY)
    case 'string':
      return TEXT
    case 'boolean':
      return BOOLEAN
    case 'integer':
    case 'number':
      return NUMBER
    case 'null':
      return NULL
    default:
      return ANY
  }
}

const objectOf = (
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  of: (part: JsonSchema) => Shape,
): Shape => {
  const members = Object.entries(properties).map(([name, part]) => [name, of(part)] as const)
  const others = typeof additionalProperties === 'object' ? of(additionalProperties) : undefined
  if (members.length === 0 && !others) return additionalProperties === false ? object({}) : ANY
  const optional = new Set(members.map(([name]) => name).filter((name) => !required.includes(name)))
  const shape = object(Object.fromEntries(members), additionalProperties === true ? ANY : others)
  return optional.size > 0 ? { ...shape, optional } : shape
}

/** The shape of one of these values. */
const literal = (values: readonly unknown[]): Shape =>
  either(
    [...Map.groupBy(values, (one) => (one === null ? 'null' : typeof one))].map(([kind, some]) =>
      kind === 'string' || kind === 'number' || kind === 'boolean'
        ? value(kind, some)
        : kind === 'null'
          ? NULL
          : ANY,
    ),
  )
