import { z } from 'zod'
import type { TreatmentCycle as CycleModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { dateColumn, dateIn } from '#platform/core/time.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { loadOutlooks, type Outlook } from './recount-cycles.ts'
import { CycleStatus, THRESHOLDS } from './rules.ts'
import { toTreatmentCycle, type TreatmentCycle } from './schemas.ts'

export const TreatmentCycleQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'endsOn', '-endsOn', '-usedPercent', 'usedPercent'),
  childId: idOf('child').optional(),
  serviceId: idOf('service').optional(),
  providerId: idOf('provider').optional(),
  status: z.enum(CycleStatus).optional().meta({ description: 'Only cycles in this status.' }),
  attention: z.enum(['true', 'false']).default('false').meta({
    description: 'true: only those that are running and nearly used up, or about to end.',
  }),
})
export type TreatmentCycleQuery = z.infer<typeof TreatmentCycleQuery>

export const getTreatmentCycle = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'treatment-cycles:read', async (reader) =>
    showCycle(reader, await loadTreatmentCycle(reader, id)),
  )

export const listTreatmentCycles = (ctx: Context, query: TreatmentCycleQuery) =>
  read(ctx, 'treatment-cycles:read', async (reader) => {
    const today = await todayOf(reader)
    const day = dateColumn(today)
    const { childId, serviceId, providerId, status, attention } = query
    const open = { closedAt: null, startsOn: { lte: day }, endsOn: { gte: day } }
    const inStatus = {
      UPCOMING: { closedAt: null, startsOn: { gt: day } },
      ACTIVE: open,
      ENDED: { closedAt: null, endsOn: { lt: day } },
      CLOSED: { closedAt: { not: null } },
    }
    const near = [{ usedPercent: { gte: THRESHOLDS[0] } }, { renewOn: { lte: day } }]
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(serviceId && { serviceId }),
      ...(providerId && { providerId }),
    }
    const shown = [
      status ? inStatus[status] : {},
      attention === 'true' ? { ...open, OR: near } : {},
    ]
    let outlooks = new Map<string, Outlook>()
    return paginate(
      reader,
      query,
      async ({ where, orderBy, take }) => {
        const rows = await reader.db.treatmentCycle.findMany({
          where: { AND: [filter, ...shown, where] },
          orderBy,
          take,
        })
        outlooks = await loadOutlooks(
          reader,
          rows.map(({ id }) => id),
        )
        return rows
      },
      (row) => toTreatmentCycle(row, outlooks.get(row.id)!, today),
    )
  })

export const loadTreatmentCycle = async (reader: Reader, id: string) => {
  const row = await reader.db.treatmentCycle.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('treatment cycle')
  return row
}

/** With what is booked, as of today. */
export const showCycle = async (reader: Reader, row: CycleModel): Promise<TreatmentCycle> => {
  const outlooks = await loadOutlooks(reader, [row.id])
  return toTreatmentCycle(row, outlooks.get(row.id)!, await todayOf(reader))
}

const todayOf = async (reader: Reader): Promise<string> =>
  dateIn(reader.now, (await loadTenantSettings(reader)).defaultZone)
