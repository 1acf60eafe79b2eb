import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { codeText, toDiscountCode } from './schemas.ts'

export const DiscountCodeQuery = listQuery('discountCode', ['-createdAt', 'createdAt'], {
  ...archivedQuery,
  code: codeText.optional().meta({ description: 'Returns only the code with this text.' }),
})
export type DiscountCodeQuery = z.infer<typeof DiscountCodeQuery>

const codes = recordQueries({
  permission: 'discount-codes:read',
  name: 'discount code',
  find: ({ db }, selection: Selection<Prisma.DiscountCodeWhereInput>) =>
    db.discountCode.findMany(selection),
  show: each(toDiscountCode),
})

export const loadDiscountCode = codes.load
export const getDiscountCode = codes.get
export const listDiscountCodes = codes.list((query: DiscountCodeQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'code'),
}))
