import { z } from 'zod'

/** The direct parts of a schema. */
export const partsOf = (schema: z.core.$ZodType): readonly z.core.$ZodType[] => {
  if (schema instanceof z.ZodObject) return Object.values<z.core.$ZodType>(schema.shape)
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodUnion) return schema.options
  if (schema instanceof z.ZodRecord) return [schema.valueType]
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault
  )
    return [schema.unwrap()]
  return []
}
