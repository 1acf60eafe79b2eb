import type { z } from 'zod'
import { Prisma } from '#prisma/generated/client.ts'

/** The value of a nullable JSON column for Prisma: an absent value stays absent, and null becomes NULL. */
export const jsonOrNull = (value: object | null) =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject)

/** Canonical JSON with sorted members, so that equal values have equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
        )
      : member,
  )
/** Types a plain object for Prisma. */
export const jsonObject = (value: object) => value as Prisma.InputJsonObject

/** Types arrays of plain objects for Prisma. */
export const jsonArray = (items: readonly object[]) => items as Prisma.InputJsonArray

/** Receives the value of each JSON column that is read, with its schema. */
type Inspector = (schema: z.ZodType, value: unknown) => void
let inspect: Inspector | undefined

/**
 * The content of a JSON column, typed by the schema that validated it when it was written. It is not parsed
 * again, because rows can be older or newer than this process (domain/platform/README.md). Tests do parse it.
 */
export const fromJson = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  inspect?.(schema, value)
  return value as z.output<Schema>
}

/** Inspects all JSON columns that are read from now on; undefined stops this. */
export const inspectJson = (inspector: Inspector | undefined): void => {
  inspect = inspector
}
