import { FamilyMatch, FamilySearch } from '#people/family-search/schemas.ts'
import { searchFamilies } from '#people/family-search/search-families.ts'
import { operation } from '../../http/operation.ts'
import { listOf } from '../../http/shapes.ts'

export const familySearchOperations = [
  operation({
    id: 'searchFamilies',
    method: 'get',
    path: '/v1/family-search',
    tag: { name: 'Family search', about: 'One search for children and clients.' },
    summary: 'Search children and clients',
    description:
      'Finds children and clients by name, e-mail address, phone number or ID, best match first, with the other members of their families. Names tolerate typing errors, accents and beginnings of words. Phone numbers are compared by their last digits, however they are written. Archived records are not found, except by ID. Callers find only people whom they may see.',
    permission: ['children:read', 'clients:read', 'guardianships:read'],
    query: FamilySearch,
    status: 200,
    response: listOf(FamilyMatch),
    run: (ctx, { query }) => searchFamilies(ctx, query),
  }),
]
