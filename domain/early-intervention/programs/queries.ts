import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { read } from '#platform/core/transaction.ts'
import { dateColumn } from '#platform/core/time.ts'
import { IDEA_PART_C, type Clock } from '../clocks/rules.ts'
import { todayOf } from './recalculate-deadlines.ts'
import { deadlineAtRisk } from './deadline-at-risk.ts'
import { toProgram } from './schemas.ts'

const include = { deadlines: { orderBy: [{ dueOn: 'asc' as const }, { id: 'asc' as const }] } }

export const ProgramQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  serviceCoordinatorId: idOf('provider').optional(),
  status: z
    .enum(['ACTIVE', 'CLOSED'])
    .optional()
    .meta({ description: 'Only programs in this status.' }),
})
export type ProgramQuery = z.infer<typeof ProgramQuery>

const programs = recordQueries({
  permission: 'early-intervention:read',
  name: 'early-intervention program',
  find: ({ db }, selection: Selection<Prisma.EarlyInterventionProgramWhereInput>) =>
    db.earlyInterventionProgram.findMany({ ...selection, include }),
  show: async (rows, reader) => {
    const { today } = await todayOf(reader)
    return rows.map((row) => toProgram(row, today))
  },
})

export const loadProgram = programs.load
export const getProgram = programs.get
export const listPrograms = programs.list((query: ProgramQuery) =>
  given(query, 'childId', 'serviceCoordinatorId', 'status'),
)

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
  serviceCoordinatorId: idOf('provider').optional(),
})
export type DeadlineQuery = z.infer<typeof DeadlineQuery>

/** Who is at risk of missing which deadline, and why. */
export const listDeadlines = (ctx: Context, query: DeadlineQuery) =>
  read(ctx, 'early-intervention:read', async (reader) => {
    const { today } = await todayOf(reader)
    const day = dateColumn(today)
    const { clock, serviceCoordinatorId, status } = query
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
      ...(serviceCoordinatorId && { program: { is: { serviceCoordinatorId } } }),
    }
    const page = await paginate(reader, query, ({ where, orderBy, take }) =>
      reader.db.programDeadline.findMany({
        where: { AND: [filter, shown, where] },
        orderBy,
        take,
        include: { program: true },
      }),
    )
    const programIds = [...new Set(page.data.map(({ programId }) => programId))]
    const setIds = page.data.flatMap(({ program }) => program.clockSetId ?? [])
    const [worried, sets] = await Promise.all([
      reader.sql<{ id: string }>(UNSEEN, [reader.tenantId, programIds]),
      reader.sql<{ id: string; clocks: Clock[] }>(SETS, [reader.tenantId, setIds]),
    ])
    const worrying = new Set(worried.map(({ id }) => id))
    const clocksOf = new Map(sets.map(({ id, clocks: rules }) => [id, rules]))
    const data = page.data.map((row) =>
      deadlineAtRisk(row, {
        today,
        worrying: worrying.has(row.programId),
        clocks: clocksOf.get(row.program.clockSetId ?? '') ?? IDEA_PART_C,
      }),
    )
    return { ...page, data }
  })

const UNSEEN = `
  SELECT DISTINCT program_id AS id FROM family_check_ins
  WHERE tenant_id = $1 AND program_id = ANY ($2) AND worrying AND acknowledged_at IS NULL`

const SETS = 'SELECT id, clocks FROM clock_sets WHERE tenant_id = $1 AND id = ANY ($2)'
