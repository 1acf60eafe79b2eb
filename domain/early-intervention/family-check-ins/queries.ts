import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import {
  each,
  given,
  isSet,
  recordQueries,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { toFamilyCheckIn } from './schemas.ts'

export const FamilyCheckInQuery = listQuery('familyCheckIn', ['-createdAt', 'createdAt'], {
  programId: idOf('program').optional(),
  clientId: idOf('client').optional(),
  worrying: fact('If true, returns only answers that raise concern; if false, only the others.'),
  acknowledged: fact('If true, returns only acknowledged answers; if false, only the others.'),
})
export type FamilyCheckInQuery = z.infer<typeof FamilyCheckInQuery>

const familyCheckIns = recordQueries({
  permission: 'family-check-ins:read',
  name: 'check-in',
  find: ({ db }, selection: Selection<Prisma.FamilyCheckInWhereInput>) =>
    db.familyCheckIn.findMany(selection),
  show: each(toFamilyCheckIn),
})

export const loadFamilyCheckIn = familyCheckIns.load
export const getFamilyCheckIn = familyCheckIns.get
export const listFamilyCheckIns = familyCheckIns.list(
  ({ worrying, acknowledged, ...query }: FamilyCheckInQuery) => ({
    ...given(query, 'programId', 'clientId'),
    ...(worrying && { worrying: worrying === 'true' }),
    ...isSet('acknowledgedAt', acknowledged),
  }),
)
