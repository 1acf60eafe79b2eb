import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toService } from './schemas.ts'

export const ServiceQuery = listQuery('service', ['-createdAt', 'createdAt', 'code', 'name'], {
  code: z
    .string()
    .max(63)
    .optional()
    .meta({ description: 'Returns only the service with this code.' }),
  ...archivedQuery,
})
export type ServiceQuery = z.infer<typeof ServiceQuery>

const services = recordQueries({
  permission: 'services:read',
  name: 'service',
  find: ({ db }, selection: Selection<Prisma.ServiceWhereInput>) => db.service.findMany(selection),
  show: each(toService),
})

export const loadService = services.load
export const getService = services.get
export const listServices = services.list((query: ServiceQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'code'),
}))
