import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toLabel } from './schemas.ts'

export const LabelQuery = listQuery('label', ['-createdAt', 'createdAt', 'name'], {
  ...archivedQuery,
})
export type LabelQuery = z.infer<typeof LabelQuery>

const labels = recordQueries({
  permission: 'labels:read',
  name: 'label',
  find: ({ db }, selection: Selection<Prisma.LabelWhereInput>) => db.label.findMany(selection),
  show: each(toLabel),
})

export const loadLabel = labels.load
export const getLabel = labels.get
export const listLabels = labels.list((query: LabelQuery) => archivedFilter(query))
