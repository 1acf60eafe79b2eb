import { z } from 'zod'
import type { Discharge as DischargeModel, Prisma } from '#prisma/generated/client.ts'
import { anyOf, instantRange, listQuery, within } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { idOf } from '#platform/core/records/ids.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { DISCHARGE_STATUSES, ITEM_KINDS, ITEM_RESULTS } from './rules.ts'
import { toDischarge, toDischargeItem, type Discharge, type Progress } from './schemas.ts'

export const DischargeQuery = listQuery('discharge', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  status: anyOf(DISCHARGE_STATUSES, 'Returns only discharges with this status.'),
  ...instantRange('createdAt'),
})
export type DischargeQuery = z.infer<typeof DischargeQuery>

export const DischargeItemQuery = listQuery('dischargeItem', ['number', '-number'], {
  kind: anyOf(ITEM_KINDS, 'Returns only items of this kind.'),
  result: anyOf(ITEM_RESULTS, 'Returns only items with this result.'),
})
export type DischargeItemQuery = z.infer<typeof DischargeItemQuery>

const showAll = async (rows: readonly DischargeModel[], reader: Reader): Promise<Discharge[]> => {
  const progress = await progressOf(reader, rows)
  return rows.map((row) => toDischarge(row, progress(row.id)))
}

const discharges = recordQueries({
  permission: 'discharges:read',
  name: 'discharge',
  find: ({ db }, selection: Selection<Prisma.DischargeWhereInput>) =>
    db.discharge.findMany(selection),
  show: showAll,
})

export const loadDischarge = discharges.load
export const getDischarge = discharges.get
export const listDischarges = discharges.list((query: DischargeQuery) => ({
  ...given(query, 'childId', 'status'),
  createdAt: within(query, 'createdAt'),
}))

export const showDischarge = async (reader: Reader, row: DischargeModel): Promise<Discharge> =>
  (await showAll([row], reader))[0]!

/** Items show appointments, and what is left of authorizations, packages and credit. */
export const ITEM_NEEDS = [
  'discharges:read',
  'appointments:read',
  'treatment-cycles:read',
  'session-packages:read',
  'credits:read',
] as const

const items = recordQueries({
  permission: ITEM_NEEDS,
  name: 'item',
  find: ({ db }, selection: Selection<Prisma.DischargeItemWhereInput>) =>
    db.dischargeItem.findMany(selection),
  show: each(toDischargeItem),
})

export const listDischargeItems = items.listOf(
  loadDischarge,
  ({ id, ...query }: DischargeItemQuery & { id: string }) => ({
    dischargeId: id,
    ...given(query, 'kind', 'result'),
  }),
)

/** All items of a discharge, in order. */
export const loadItems = ({ db, tenantId }: Reader, dischargeId: string) =>
  db.dischargeItem.findMany({ where: { tenantId, dischargeId }, orderBy: { number: 'asc' } })

/** The progress of several discharges. */
export const progressOf = async (reader: Reader, rows: readonly { id: string }[]) => {
  const ids = rows.map(({ id }) => id)
  const counted = await reader.sql<Progress & { id: string }>(PROGRESS, [reader.tenantId, ids])
  const byId = new Map(counted.map(({ id, ...progress }) => [id, progress]))
  return (id: string): Progress => byId.get(id) ?? NOTHING
}

const NOTHING: Progress = { total: 0, pending: 0, ended: 0, notNeeded: 0, refused: 0, kept: 0 }

const counted = (result: (typeof ITEM_RESULTS)[number], name: string) =>
  `count(*) FILTER (WHERE result = '${result}')::int AS "${name}"`

const PROGRESS = `
  SELECT discharge_id AS id, count(*)::int AS total, ${counted('PENDING', 'pending')}, ${counted('ENDED', 'ended')},
         ${counted('NOT_NEEDED', 'notNeeded')}, ${counted('REFUSED', 'refused')}, ${counted('KEPT', 'kept')}
  FROM discharge_items WHERE tenant_id = $1 AND discharge_id = ANY ($2) GROUP BY 1`
