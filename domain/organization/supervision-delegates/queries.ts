import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { currentAt, notCurrentAt } from '#platform/core/records/period-of.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { toSupervisionDelegate } from './schemas.ts'

export const SupervisionDelegateQuery = listQuery(
  'supervisionDelegate',
  ['-createdAt', 'createdAt'],
  {
    supervisorId: idOf('provider').optional(),
    delegateId: idOf('provider').optional(),
    current: fact('If true, returns only current delegates; if false, only the others.'),
  },
)
export type SupervisionDelegateQuery = z.infer<typeof SupervisionDelegateQuery>

const delegates = recordQueries({
  permission: 'supervision-delegates:read',
  name: 'delegate of a supervisor',
  find: ({ db }, selection: Selection<Prisma.SupervisionDelegateWhereInput>) =>
    db.supervisionDelegate.findMany(selection),
  show: each(toSupervisionDelegate),
})

export const loadSupervisionDelegate = delegates.load
export const getSupervisionDelegate = delegates.get
export const listSupervisionDelegates = delegates.list(
  ({ current, ...query }: SupervisionDelegateQuery, { now }) => ({
    ...given(query, 'supervisorId', 'delegateId'),
    ...(current === 'true' && currentAt(now)),
    ...(current === 'false' && notCurrentAt(now)),
  }),
)

/** Whether a provider is a supervisor's current delegate. */
export const isDelegateOf = async (
  { db, tenantId, now }: Reader,
  ids: { delegateId: string; supervisorId: string },
): Promise<boolean> => {
  const where = { tenantId, ...ids, ...currentAt(now) }
  return (await db.supervisionDelegate.count({ where })) > 0
}
