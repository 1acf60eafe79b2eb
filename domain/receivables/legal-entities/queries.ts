import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toLegalEntity } from './schemas.ts'

export const LegalEntityQuery = listQuery(
  'legalEntity',
  ['-createdAt', 'createdAt', 'name'],
  archivedQuery,
)
export type LegalEntityQuery = z.infer<typeof LegalEntityQuery>

const legalEntities = recordQueries({
  permission: 'legal-entities:read',
  name: 'legal entity',
  find: ({ db }, selection: Selection<Prisma.LegalEntityWhereInput>) =>
    db.legalEntity.findMany(selection),
  show: each(toLegalEntity),
})

export const loadLegalEntity = legalEntities.load
export const getLegalEntity = legalEntities.get
export const listLegalEntities = legalEntities.list((query: LegalEntityQuery) =>
  archivedFilter(query),
)
