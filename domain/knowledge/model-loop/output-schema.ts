import { z } from 'zod'
import type { OutputCheck } from './next-move.ts'

/**
 * The output schema that a model may be given: an object in a small subset of JSON Schema, without references
 * and without patterns, which could take endless time on some texts.
 */
export interface OutputSchema {
  type: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  description?: string | undefined
  properties?: Record<string, OutputSchema> | undefined
  required?: string[] | undefined
  items?: OutputSchema | undefined
  enum?: string[] | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  maxLength?: number | undefined
  maxItems?: number | undefined
}

const MOST_DEPTH = 5
const MOST_MEMBERS = 50

const schemaAt = (depth: number): z.ZodType<OutputSchema> => {
  const nested = depth < MOST_DEPTH ? z.lazy(() => schemaAt(depth + 1)) : z.never()
  return z.strictObject({
    type: z.enum(['object', 'array', 'string', 'integer', 'number', 'boolean']),
    description: z.string().max(500).exactOptional(),
    properties: z
      .record(z.string().min(1).max(60), nested)
      .refine((all) => Object.keys(all).length <= MOST_MEMBERS, {
        error: `must have at most ${MOST_MEMBERS} members`,
      })
      .exactOptional(),
    required: z.array(z.string().max(60)).max(MOST_MEMBERS).exactOptional(),
    items: nested.exactOptional(),
    enum: z.array(z.string().max(200)).min(1).max(100).exactOptional(),
    minimum: z.number().exactOptional(),
    maximum: z.number().exactOptional(),
    maxLength: z.int().min(0).max(20_000).exactOptional(),
    maxItems: z.int().min(0).max(500).exactOptional(),
  })
}

/** The schema of a complete output, which is an object. */
export const OutputSchema = schemaAt(1).refine(({ type }) => type === 'object', {
  error: 'must be of the type object',
  path: ['type'],
})

export const NO_JSON = 'It is not one JSON object.'
/** Maximum number of errors reported to the model. */
const MOST_WRONG = 5

/**
 * Parses a model's answer: plain text, or the JSON object that the schema describes. Models often wrap JSON in
 * a code fence.
 */
export const outputCheck = (schema: OutputSchema | null): OutputCheck => {
  if (schema === null) return (text) => ({ output: text })
  const expected = zodOf(schema)
  return (text) => {
    const answered = objectIn(text)
    if (answered === undefined) return { wrong: NO_JSON }
    const { success, data, error } = expected.safeParse(answered)
    if (success) return { output: data }
    return { wrong: wrongIn(error) }
  }
}

/** Words the errors of an answer for its model. */
export const wrongIn = ({ issues }: z.ZodError): string => {
  const wrong = issues
    .slice(0, MOST_WRONG)
    .map(({ path, message }) => `${path.join('.') || 'the object'}: ${message}`)
  return `${wrong.join('; ')}.`
}

/** The JSON object in a model's output; undefined if there is none. */
export const objectIn = (text: string): unknown => {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Members that the schema does not define are dropped. */
const zodOf = (schema: OutputSchema): z.ZodType => {
  const { minimum = -Infinity, maximum = Infinity, maxLength = Infinity } = schema
  switch (schema.type) {
    case 'object':
      return z.object(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, member]) => [
            name,
            schema.required?.includes(name) ? zodOf(member) : zodOf(member).optional(),
          ]),
        ),
      )
    case 'array':
      return z.array(schema.items ? zodOf(schema.items) : z.json()).max(schema.maxItems ?? Infinity)
    case 'string':
      return schema.enum ? z.enum(schema.enum) : z.string().max(maxLength)
    case 'integer':
      return z.int().min(minimum).max(maximum)
    case 'number':
      return z.number().min(minimum).max(maximum)
    case 'boolean':
      return z.boolean()
  }
}
