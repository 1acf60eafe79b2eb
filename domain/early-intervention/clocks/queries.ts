import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { additionsQuery, anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { RECALCULATION_STATUSES, toClockSet, toDeadlineRecalculation } from './schemas.ts'

export const ClockSetQuery = additionsQuery(
  'clockSet',
  'createdAt',
  ['-createdAt', 'createdAt'],
  {},
)
export const DeadlineRecalculationQuery = listQuery(
  'deadlineRecalculation',
  ['-createdAt', 'createdAt'],
  {
    closureId: idOf('closure').optional(),
    status: anyOf(RECALCULATION_STATUSES, 'Returns only recalculations with this status.'),
  },
)

const clockSets = recordQueries({
  permission: 'clock-sets:read',
  name: 'clock set',
  find: ({ db }, selection: Selection<Prisma.ClockSetWhereInput>) =>
    db.clockSet.findMany(selection),
  show: each(toClockSet),
})

export const getClockSet = clockSets.get
export const listClockSets = clockSets.list((_: z.infer<typeof ClockSetQuery>) => ({}))

const recalculations = recordQueries({
  permission: 'clock-sets:read',
  name: 'deadline recalculation',
  find: ({ db }, selection: Selection<Prisma.DeadlineRecalculationWhereInput>) =>
    db.deadlineRecalculation.findMany(selection),
  show: each(toDeadlineRecalculation),
})

export const loadDeadlineRecalculation = recalculations.load
export const getDeadlineRecalculation = recalculations.get
export const listDeadlineRecalculations = recalculations.list(
  (query: z.infer<typeof DeadlineRecalculationQuery>) => given(query, 'closureId', 'status'),
)
