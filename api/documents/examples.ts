import { z } from 'zod'
import type { Operation } from '../http/operation.ts'

/**
 * A complete example of a schema: its own example if it is valid, otherwise one built from its parts.
 * `undefined` if there is none, for example for an optional member without one.
 */
export const exampleFor = (schema: z.core.$ZodType): unknown => {
  const { example } = (z.globalRegistry.get(schema) ?? {}) as { example?: unknown }
  if (example !== undefined && z.safeParse(schema, example).success) return example
  return exampleOfParts(schema, example)
}

/** The example response of an operation: the example of its schema, as it is after the verb. */
export const exampleAnswer = ({ response, example }: Operation): unknown =>
  example ? { ...(exampleFor(response) as object), ...example } : exampleFor(response)

const exampleOfParts = (schema: z.core.$ZodType, partial: unknown): unknown => {
  if (schema instanceof z.ZodObject) {
    const given = isObject(partial) ? partial : {}
    const members = Object.entries<z.core.$ZodType>(schema.shape)
    const entries = members.map(
      ([name, member]) =>
        [name, Object.hasOwn(given, name) ? given[name] : exampleFor(member)] as const,
    )
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  if (schema instanceof z.ZodNullable) return exampleFor(schema.unwrap()) ?? null
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional)
    return exampleFor(schema.unwrap())
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly)
    return exampleFor(schema.unwrap())
  if (schema instanceof z.ZodPipe) return exampleFor(schema.in)
  if (schema instanceof z.ZodArray) {
    const element = exampleFor(schema.element)
    return element === undefined ? [] : [element]
  }
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodUnion) return exampleFor(schema.options[0]!)
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNull) return null
  return exampleOfScalar(schema)
}

const SCALARS: unknown[] = [
  '2026-12-01T09:00:00.000Z',
  '2026-12-01T10:00:00+01:00',
  '2026-12-01',
  'EUR',
  'text',
  1,
  0,
]

/** The first of several plain values that the schema accepts. */
const exampleOfScalar = (schema: z.core.$ZodType): unknown => {
  const values = schema instanceof z.ZodString ? ['text', ...SCALARS] : SCALARS
  return values.find((value) => z.safeParse(schema, value).success)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
