import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toLocation } from './schemas.ts'

export const LocationQuery = listQuery('location', ['-createdAt', 'createdAt', 'name'], {
  ...archivedQuery,
})
export type LocationQuery = z.infer<typeof LocationQuery>

const locations = recordQueries({
  permission: 'locations:read',
  name: 'location',
  find: ({ db }, selection: Selection<Prisma.LocationWhereInput>) =>
    db.location.findMany(selection),
  show: each(toLocation),
})

export const loadLocation = locations.load
export const getLocation = locations.get
export const listLocations = locations.list((query: LocationQuery) => archivedFilter(query))
