import { Prisma } from '../../prisma/generated/client.ts'

/** A JSON column that may be NULL, as Prisma wants it: absent stays absent, null becomes NULL. */
export const jsonOrNull = (value: object | null) =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject)
