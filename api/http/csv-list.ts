import { accepts } from 'hono/accepts'
import { z } from 'zod'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { csvColumns, csvValue, nameOfColumn } from '#platform/core/lists/csv-columns.ts'
import { csvFile } from '#platform/core/lists/csv-file.ts'
import { MAX_LIMIT } from '#platform/core/lists/paging.ts'
import { askedFor } from './expansion.ts'
import type { Expansion } from './expandable.ts'
import type { HttpContext } from './http-context.ts'
import type { Operation } from './operation.ts'
import { runExpanded, type Answer, type Call } from './run.ts'

/** The maximum number of rows in a file. The audit row of a call names every child that it showed. */
export const MOST_CSV_ROWS = 1_000

export const CSV = 'text/csv'

/** The schema of the items of a list; undefined for other operations. */
export const itemOfList = ({ method, response }: Operation): z.core.$ZodType | undefined => {
  if (method !== 'get' || !(response instanceof z.ZodObject)) return undefined
  const { data, hasMore } = response.shape as Record<string, z.core.$ZodType>
  return hasMore && data instanceof z.ZodArray ? data.element : undefined
}

/** Whether the caller prefers the list as CSV. */
export const wantsCsv = (operation: Operation, c: HttpContext): boolean =>
  itemOfList(operation) !== undefined &&
  accepts(c, {
    header: 'Accept',
    supports: ['application/json', CSV],
    default: 'application/json',
  }) === CSV

interface Page {
  data: object[]
  nextCursor: string | null
}

/**
 * Reads a list as CSV: the page of a call that sends `limit`, otherwise the whole list from its cursor on, up to
 * {@link MOST_CSV_ROWS}. The pages are read as a caller would read them one after another.
 */
export const readAsCsv = async (
  call: Call,
  ctx: OutsideContext,
  c: HttpContext,
): Promise<Answer> => {
  const { operation, input } = call
  const url = new URL(c.req.url)
  const isPaged = operation.query instanceof z.ZodObject && 'cursor' in operation.query.shape
  const readsOn = isPaged && !url.searchParams.has('limit')
  // A file has only the items, so they are not counted. Other members are part of the cursor.
  const { count: _, ...asked } = (input.query ?? {}) as Record<string, unknown>
  let query: Record<string, unknown> | undefined = operation.query && {
    ...asked,
    ...(readsOn && { limit: MAX_LIMIT }),
  }
  const data: object[] = []
  for (;;) {
    const answer = await runExpanded({ ...call, input: { ...input, query } }, ctx)
    const page = answer.value as Page
    data.push(...page.data)
    if (!readsOn || page.nextCursor === null || data.length >= MOST_CSV_ROWS) {
      const value = { ...page, data }
      const expansions = askedFor(operation, input.query)
      return {
        ...answer,
        value,
        body: '',
        file: {
          content: csvOf(operation, expansions, data),
          headers: headersOf(operation, url, page.nextCursor),
        },
      }
    }
    query = { ...query, cursor: page.nextCursor }
  }
}

/** The columns follow from the schema, so that every file of a list has the same. */
export const csvOf = (
  operation: Operation,
  expansions: readonly Expansion[],
  data: readonly object[],
): Uint8Array<ArrayBuffer> => {
  const expanded = new Set(expansions.map(({ name }) => name))
  const columns = [
    ...csvColumns(itemOfList(operation)!).filter(([member]) => !expanded.has(member!)),
    ...expansions.flatMap(({ name, schema }) => csvColumns(schema, [name])),
  ]
  const rows = data.map((item) =>
    Object.fromEntries(columns.map((column) => [nameOfColumn(column), csvValue(item, column)])),
  )
  return csvFile(columns.map(nameOfColumn), rows)
}

const headersOf = (
  { path }: Operation,
  { pathname, searchParams }: URL,
  nextCursor: string | null,
): Record<string, string> => {
  const next = new URLSearchParams(searchParams)
  if (nextCursor !== null) next.set('cursor', nextCursor)
  return {
    'Content-Type': `${CSV}; charset=utf-8; header=present`,
    'Content-Disposition': `attachment; filename="${fileNameOf(path)}"`,
    ...(nextCursor !== null && { Link: `<${pathname}?${next.toString()}>; rel="next"` }),
  }
}

/** `/v1/children/{id}/timeline` is timeline.csv. */
const fileNameOf = (path: string): string =>
  `${path.split('/').findLast((part) => !part.startsWith('{'))}.csv`
