import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { dateColumn } from '#platform/core/time.ts'
import { IDEA_PART_C, type Clock } from '../clocks/rules.ts'
import { todayOf } from './recalculate-deadlines.ts'
import { deadlineAtRisk } from './deadline-at-risk.ts'
import { toProgram } from './schemas.ts'

const include = { deadlines: { orderBy: [{ dueOn: 'asc' as const }, { id: 'asc' as const }] } }

export const ProgramQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  coordinatorId: idOf('provider').optional(),
  status: z
    .enum(['ACTIVE', 'CLOSED'])
    .optional()
    .meta({ description: 'Only programs in this status.' }),
})
export type ProgramQuery = z.infer<typeof ProgramQuery>

export const getProgram = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'early-intervention:read', async (reader) => {
    const { today } = await todayOf(reader)
    return toProgram(await loadProgram(reader, id), today)
  })

export const listPrograms = (ctx: Context, query: ProgramQuery) =>
  read(ctx, 'early-intervention:read', async (reader) => {
    const { childId, coordinatorId, status } = query
    const { today } = await todayOf(reader)
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(coordinatorId && { coordinatorId }),
      ...(status && { status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.earlyInterventionProgram.findMany({
          where: { AND: [filter, where] },
          orderBy,
          take,
          include,
        }),
      (row) => toProgram(row, today),
    )
  })

export const loadProgram = async (reader: Reader, id: string) => {
  const where = inTenant(reader, id)
  const row = await reader.db.earlyInterventionProgram.findFirst({ where, include })
  if (!row) throw notFound('early-intervention program')
  return row
}

export const DeadlineQuery = z.strictObject({
  ...pageQuery('dueOn', '-dueOn'),
  status: z
    .enum(['AT_RISK', 'MISSED', 'PAUSED', 'ON_TRACK'])
    .optional()
    .meta({ description: 'Without it: all that are at risk, missed or paused.' }),
  clock: z
    .string()
    .max(24)
    .optional()
    .meta({ description: 'Only deadlines of the clock of this name.' }),
  coordinatorId: idOf('provider').optional(),
})
export type DeadlineQuery = z.infer<typeof DeadlineQuery>

/** Who is at risk of missing which deadline, and why. */
export const listDeadlines = (ctx: Context, query: DeadlineQuery) =>
  read(ctx, 'early-intervention:read', async (reader) => {
    const { today } = await todayOf(reader)
    const day = dateColumn(today)
    const { clock, coordinatorId, status } = query
    const now = {
      AT_RISK: { paused: false, dueOn: { gte: day }, warnOn: { lte: day } },
      MISSED: { paused: false, dueOn: { lt: day } },
      PAUSED: { paused: true },
      ON_TRACK: { paused: false, dueOn: { gte: day }, warnOn: { gt: day } },
    }
    const shown = status ? now[status] : { OR: [now.AT_RISK, now.MISSED, now.PAUSED] }
    const filter = {
      tenantId: reader.tenantId,
      ...(clock && { clock }),
      ...(coordinatorId && { program: { is: { coordinatorId } } }),
    }
    const unseen = new Set<string>()
    const sets = new Map<string, Clock[]>()
    return paginate(
      reader,
      query,
      async ({ where, orderBy, take }) => {
        const rows = await reader.db.programDeadline.findMany({
          where: { AND: [filter, shown, where] },
          orderBy,
          take,
          include: { program: true },
        })
        const programs = [...new Set(rows.map(({ programId }) => programId))]
        for (const { id } of await reader.sql<{ id: string }>(UNSEEN, [reader.tenantId, programs]))
          unseen.add(id)
        const ids = rows.flatMap(({ program }) => program.clockSetId ?? [])
        for (const { id, clocks } of await reader.sql<{ id: string; clocks: Clock[] }>(SETS, [
          reader.tenantId,
          ids,
        ]))
          sets.set(id, clocks)
        return rows
      },
      (row) =>
        deadlineAtRisk(row, {
          today,
          worrying: unseen.has(row.programId),
          clocks: sets.get(row.program.clockSetId ?? '') ?? IDEA_PART_C,
        }),
    )
  })

const UNSEEN = `
  SELECT DISTINCT program_id AS id FROM check_ins
  WHERE tenant_id = $1 AND program_id = ANY ($2) AND worrying AND acknowledged_at IS NULL`

const SETS = 'SELECT id, clocks FROM clock_sets WHERE tenant_id = $1 AND id = ANY ($2)'
