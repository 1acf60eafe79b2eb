import { z } from 'zod'

/** The response schema of a resource. Its example is built from the examples of its members. */
export const resourceSchema = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => {
  const schema = z.strictObject(shape)
  return schema.meta({ id, example: exampleOf(schema) })
}

/** A schema's own example, or one built from its parts; undefined if neither exists. */
export const exampleOf = (schema: z.core.$ZodType): unknown => {
  const { example } = z.globalRegistry.get(schema) ?? {}
  if (example !== undefined) return example
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodExactOptional)
    return exampleOf(schema.unwrap())
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element)]
  if (schema instanceof z.ZodObject) {
    const members = Object.entries<z.core.$ZodType>(schema.shape)
    const examples = members.map(([name, member]) => [name, exampleOf(member)] as const)
    return Object.fromEntries(examples.filter(([, value]) => value !== undefined))
  }
  return undefined
}
