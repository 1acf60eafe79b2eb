import type { Context } from '#platform/core/context/context.ts'
import { utc } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { checkedParameters } from './checked-parameters.ts'
import { namedIn } from './named-in.ts'
import { QUERIES } from './queries/index.ts'
import type { Query } from './query.ts'

export interface QueryResult {
  rows: unknown[]
  /** True if more rows exist than the query returns. */
  truncated: boolean
}

/** Runs a catalog query with the permissions and the visibility of the context's actor. */
export const runQuery = async (
  ctx: Context,
  { query: name, parameters }: { query: string; parameters: unknown },
): Promise<QueryResult> => {
  const query = namedIn(QUERIES, 'query', name)
  const parsed = checkedParameters(query.parameters, parameters)
  return read(ctx, query.needs, (reader) => rowsOf(reader, query, parsed))
}

/** The rows of a query, for a reader with its permissions. */
export const rowsOf = async <Parameters, Row>(
  reader: Reader,
  query: Query<Parameters, Row>,
  parameters: Parameters,
): Promise<{ rows: Row[]; truncated: boolean }> => {
  const rows = await query.read(reader, parameters, query.most + 1)
  return {
    rows: rows.slice(0, query.most).map((row) => query.row.parse(inText(row))),
    truncated: rows.length > query.most,
  }
}

/** Formats instants as in the API. */
const inText = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Date ? utc(value) : value,
    ]),
  )
