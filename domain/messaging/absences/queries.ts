import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { currentAt, notCurrentAt } from '#platform/core/records/period-of.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toAbsence } from './schemas.ts'

export const AbsenceQuery = listQuery('absence', ['-createdAt', 'createdAt'], {
  userId: idOf('user').optional(),
  deputyId: idOf('user').optional(),
  current: fact('If true, returns only current absences; if false, only the others.'),
})
export type AbsenceQuery = z.infer<typeof AbsenceQuery>

const absences = recordQueries({
  permission: 'absences:read',
  name: 'absence',
  find: ({ db }, selection: Selection<Prisma.AbsenceWhereInput>) => db.absence.findMany(selection),
  show: each(toAbsence),
})

export const loadAbsence = absences.load
export const getAbsence = absences.get
export const listAbsences = absences.list(({ current, ...query }: AbsenceQuery, { now }) => ({
  ...given(query, 'userId', 'deputyId'),
  ...(current === 'true' && currentAt(now)),
  ...(current === 'false' && notCurrentAt(now)),
}))
