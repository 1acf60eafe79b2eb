import { z } from 'zod'
import { countQuery } from '#platform/core/lists/paging.ts'
import { itemOfList } from './csv-list.ts'
import type { Operation } from './operation.ts'

/** Adds `count=` to a list that has only one page, whose items it counts. Lists with pages count themselves. */
export const withCount = (operation: Operation): Operation => {
  const { query = z.strictObject({}), response, run } = operation
  if (!itemOfList(operation) || !(query instanceof z.ZodObject) || 'cursor' in query.shape)
    return operation
  // A search shows the best matches only.
  if ('limit' in query.shape) return operation
  // Some lists have a total of another kind.
  const total = (response as z.ZodObject).shape['total']
  if (!(total instanceof z.ZodExactOptional)) return operation
  return {
    ...operation,
    query: query.safeExtend(countQuery),
    run: async (ctx, { query: { count, ...rest }, ...input }: Counting, prepared) => {
      const answer = await run(ctx, { ...input, query: operation.query && rest }, prepared)
      const { data } = answer as { data: unknown[] }
      return count === 'true'
        ? { ...(answer as object), total: data.length, totalIsExact: true }
        : answer
    },
  } as Operation
}

type Counting = Parameters<Operation['run']>[1] & { query: { count?: unknown } }
