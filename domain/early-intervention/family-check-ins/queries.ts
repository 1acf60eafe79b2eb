import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery } from '#platform/core/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { toFamilyCheckIn } from './schemas.ts'

export const FamilyCheckInQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  programId: idOf('program').optional(),
  clientId: idOf('client').optional(),
  unseen: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true: only those that worry and that nobody has seen to.' }),
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
  ({ unseen, ...query }: FamilyCheckInQuery) => ({
    ...given(query, 'programId', 'clientId'),
    ...(unseen === 'true' && { worrying: true, acknowledgedAt: null }),
  }),
)
