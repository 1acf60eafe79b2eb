import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toPet } from './schemas.ts'

export const PetQuery = listQuery('pet', ['-createdAt', 'createdAt', 'name'], {
  clientId: idOf('client').optional(),
  ...archivedQuery,
})
export type PetQuery = z.infer<typeof PetQuery>

const pets = recordQueries({
  permission: 'pets:read',
  name: 'pet',
  find: ({ db }, selection: Selection<Prisma.PetWhereInput>) => db.pet.findMany(selection),
  show: each(toPet),
})

export const loadPet = pets.load
export const getPet = pets.get
export const listPets = pets.list((query: PetQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'clientId'),
}))
