import { z } from 'zod'
import type { Prisma, TreatmentCycle as CycleModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, fact, listQuery } from '#platform/core/lists/paging.ts'
import {
  given,
  recordQueries,
  whereAny,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { dateColumn, dateIn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { loadOutlooks } from './recount-cycles.ts'
import { CycleStatus, THRESHOLDS } from './rules.ts'
import { toTreatmentCycle, type TreatmentCycle } from './schemas.ts'

export const TreatmentCycleQuery = listQuery(
  'treatmentCycle',
  ['-createdAt', 'createdAt', 'endsOn', '-endsOn', '-usedPercent', 'usedPercent'],
  {
    childId: idOf('child').optional(),
    serviceId: idOf('service').optional(),
    providerId: idOf('provider').optional(),
    payerId: idOf('payer').optional(),
    status: anyOf(CycleStatus, 'Returns only cycles with this status.'),
    actionRequired: fact(
      'If true, returns only running authorizations that are nearly used up or about to end; if false, only the others.',
    ),
  },
)
export type TreatmentCycleQuery = z.infer<typeof TreatmentCycleQuery>

/** Includes booked appointments, as of today. */
const showAll = async (rows: readonly CycleModel[], reader: Reader): Promise<TreatmentCycle[]> => {
  const ids = rows.map(({ id }) => id)
  const outlooks = await loadOutlooks(reader, ids)
  const today = await todayOf(reader)
  return rows.map((row) => toTreatmentCycle(row, outlooks.get(row.id)!, today))
}

const cycles = recordQueries({
  permission: 'treatment-cycles:read',
  name: 'treatment cycle',
  find: ({ db }, selection: Selection<Prisma.TreatmentCycleWhereInput>) =>
    db.treatmentCycle.findMany(selection),
  show: showAll,
})

export const loadTreatmentCycle = cycles.load
export const getTreatmentCycle = cycles.get
export const listTreatmentCycles = cycles.list(
  async ({ status, actionRequired, ...query }: TreatmentCycleQuery, reader) => {
    const day = dateColumn(await todayOf(reader))
    const open = { closedAt: null, startsOn: { lte: day }, endsOn: { gte: day } }
    const inStatus: Record<CycleStatus, Prisma.TreatmentCycleWhereInput> = {
      UPCOMING: { closedAt: null, startsOn: { gt: day } },
      ACTIVE: open,
      ENDED: { closedAt: null, endsOn: { lt: day } },
      CLOSED: { closedAt: { not: null } },
    }
    const near = [{ usedPercent: { gte: THRESHOLDS[0] } }, { renewOn: { lte: day } }]
    return {
      ...given(query, 'childId', 'serviceId', 'providerId', 'payerId'),
      ...whereAny(status, inStatus),
      ...(actionRequired === 'true' && { AND: { ...open, OR: near } }),
      ...(actionRequired === 'false' && { NOT: { ...open, OR: near } }),
    }
  },
)

export const showCycle = async (reader: Reader, row: CycleModel): Promise<TreatmentCycle> =>
  (await showAll([row], reader))[0]!

const todayOf = async (reader: Reader): Promise<string> =>
  dateIn(reader.now, (await loadTenantSettings(reader)).defaultTimeZone)
