import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { additionsQuery } from '#platform/core/lists/paging.ts'
import { can } from '#platform/core/access/permissions.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toTherapistMatch } from './schemas.ts'

export const TherapistMatchQuery = additionsQuery(
  'therapistMatch',
  'createdAt',
  ['-createdAt', 'createdAt'],
  {
    childId: idOf('child').optional().meta({ description: 'Returns only matches of this child.' }),
  },
)
export type TherapistMatchQuery = z.infer<typeof TherapistMatchQuery>

const matches = recordQueries({
  permission: 'therapist-matches:read',
  name: 'therapist match',
  find: ({ db, actor }, { where, ...selection }: Selection<Prisma.TherapistMatchWhereInput>) =>
    db.therapistMatch.findMany({
      ...selection,
      // Without permission to read children, only matches that are not about a child are visible.
      where: can(actor, 'children:read') ? where : { AND: [where, { childId: null }] },
    }),
  show: each(toTherapistMatch),
})

export const getTherapistMatch = matches.get
export const listTherapistMatches = matches.list((query: TherapistMatchQuery) =>
  given(query, 'childId'),
)
