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
/** Arrays of plain objects, as Prisma takes them. */
export const jsonArray = (items: readonly object[]) => items as Prisma.InputJsonArray
