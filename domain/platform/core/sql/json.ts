import type { z } from 'zod'
import { Prisma } from '#prisma/generated/client.ts'

/** A JSON column that may be NULL, as Prisma wants it: absent stays absent, null becomes NULL. */
export const jsonOrNull = (value: object | null) =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject)

/** A value as JSON with the members of each object in the order of their names: the same text for the same value. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
        )
      : member,
  )
/** A plain object, as Prisma takes it. */
export const jsonObject = (value: object) => value as Prisma.InputJsonObject

/** Arrays of plain objects, as Prisma takes them. */
export const jsonArray = (items: readonly object[]) => items as Prisma.InputJsonArray

/** Is told of each JSON column that is read, and the schema that it was written by. */
type Inspector = (schema: z.ZodType, value: unknown) => void
let inspect: Inspector | undefined

/**
 * What a JSON column holds, by the schema that it was checked by before it was written. It is not parsed again: rows are
 * older and newer than the process that reads them (domain/platform/README.md). Tests parse it.
 */
export const fromJson = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  inspect?.(schema, value)
  return value as z.output<Schema>
}

/** Has all JSON columns inspected from now on; undefined ends it. */
export const inspectJson = (inspector: Inspector | undefined): void => {
  inspect = inspector
}
