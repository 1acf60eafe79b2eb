import { z } from 'zod'

/** A column of a list as CSV: the members that lead to its value. */
export type CsvColumn = readonly string[]

/**
 * The columns of items with this schema, in its order. A member that is an object has a column for each of its
 * members, such as `price.amount`.
 */
export const csvColumns = (
  schema: z.core.$ZodType,
  at: CsvColumn = [],
  within: readonly z.core.$ZodType[] = [],
): CsvColumn[] => {
  const forms = formsOf(schema)
  // A schema that contains itself has no fixed number of columns.
  const isFlat = forms.every((form) => form instanceof z.ZodObject && !within.includes(form))
  if (!isFlat || forms.length === 0) return [at]
  const columns = (forms as z.ZodObject[]).flatMap((form) =>
    Object.entries<z.core.$ZodType>(form.shape).flatMap(([name, member]) =>
      csvColumns(member, [...at, name], [...within, form]),
    ),
  )
  return [...new Map(columns.map((column) => [nameOfColumn(column), column])).values()]
}

export const nameOfColumn = (column: CsvColumn): string => column.join('.')

/** The schemas that a value can have, without null and absence. */
const formsOf = (schema: z.core.$ZodType): readonly z.core.$ZodType[] => {
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault
  )
    return formsOf(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(formsOf)
  return [schema]
}

/** The value of a column. Items of an array are joined with `; `; what has no columns of its own is JSON. */
export const csvValue = (item: unknown, column: CsvColumn): string | number | null => {
  const value = column.reduce<unknown>(
    (within, name) => (isRecord(within) ? within[name] : undefined),
    item,
  )
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (Array.isArray(value) && !value.some(isRecord)) return value.map(String).join('; ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
