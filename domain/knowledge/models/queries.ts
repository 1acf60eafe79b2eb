import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { toAiModel } from './schemas.ts'

export const AiModelQuery = listQuery('aiModel', ['position', '-createdAt', 'createdAt', 'name'], {
  enabled: fact('If true, returns only enabled models; if false, only disabled ones.'),
  ...archivedQuery,
})
export type AiModelQuery = z.infer<typeof AiModelQuery>

const models = recordQueries({
  permission: 'ai-models:read',
  name: 'model',
  find: ({ db }, selection: Selection<Prisma.AiModelWhereInput>) => db.aiModel.findMany(selection),
  show: each(toAiModel),
})

export const loadAiModel = models.load
export const getAiModel = models.get
export const listAiModels = models.list((query: AiModelQuery) => ({
  ...archivedFilter(query),
  ...(query.enabled && { enabled: query.enabled === 'true' }),
}))

/** The models that can be used, in the order of calls. */
export const loadEnabledModels = ({ db, tenantId }: Reader) =>
  db.aiModel.findMany({
    where: { tenantId, enabled: true, archivedAt: null },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
