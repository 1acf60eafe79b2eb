import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { additionsQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { toSplitTerms } from './schemas.ts'

export const SplitTermsQuery = additionsQuery(
  'splitTerms',
  'createdAt',
  ['-createdAt', 'createdAt'],
  {
    providerId: idOf('provider').optional(),
    serviceId: idOf('service').optional(),
    currency: currencyCode()
      .optional()
      .meta({ description: 'Returns only terms in this currency.' }),
  },
)
export type SplitTermsQuery = z.infer<typeof SplitTermsQuery>

const terms = recordQueries({
  permission: 'split-terms:read',
  name: 'split terms',
  find: ({ db }, selection: Selection<Prisma.SplitTermsWhereInput>) =>
    db.splitTerms.findMany(selection),
  show: each(toSplitTerms),
})

export const getSplitTerms = terms.get
export const listSplitTerms = terms.list((query: SplitTermsQuery) =>
  given(query, 'providerId', 'serviceId', 'currency'),
)
