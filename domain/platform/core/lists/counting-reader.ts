import type { Reader } from '../transactions/transaction.ts'

/** The number up to which the records of a list are counted exactly. */
export const MOST_COUNTED = 10_000

/**
 * A reader that counts what a list would read: `findMany` and `sql` count the rows that they would return and
 * return none. So the total has the filters, the joins and the row-level security of the list itself.
 */
export const countingReader = (reader: Reader): { reader: Reader; total: () => number } => {
  let total = 0
  const counting: Reader = {
    tenantId: reader.tenantId,
    now: reader.now,
    platform: reader.platform,
    actor: reader.actor,
    asCentre: (work) => reader.asCentre(work),
    sql: async <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> => {
      const [row] = await reader.sql<{ counted: number }>(
        `SELECT count(*)::int AS counted FROM (${text}) AS rows`,
        values,
      )
      total += row!.counted
      return []
    },
    db: new Proxy(reader.db, {
      get: (db, name) => ({
        findMany: async ({ where, take }: { where?: object; take?: number }) => {
          total += await (db as unknown as Record<string | symbol, Countable>)[name]!.count({
            ...(where && { where }),
            ...(take !== undefined && { take }),
          })
          return []
        },
      }),
    }),
  }
  return { reader: counting, total: () => total }
}

/** A model of Prisma. */
interface Countable {
  count: (selection: { where?: object; take?: number }) => Promise<number>
}
