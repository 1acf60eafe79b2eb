import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { anyOf, listQuery } from '#platform/core/paging.ts'
import { given, recordQueries, whereAny, type Selection } from '#platform/core/record-queries.ts'
import { dateColumn } from '#platform/core/time.ts'
import { IDEA_PART_C, type Clock } from '../clocks/rules.ts'
import { todayOf } from './recalculate-deadlines.ts'
import { deadlineAtRisk } from './deadline-at-risk.ts'
import { toProgram } from './schemas.ts'

const include = { deadlines: { orderBy: [{ dueOn: 'asc' as const }, { id: 'asc' as const }] } }

export const ProgramQuery = listQuery('program', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  serviceCoordinatorId: idOf('provider').optional(),
  status: anyOf(['ACTIVE', 'CLOSED'], 'Only programs in this status.'),
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

const DeadlineStatus = ['AT_RISK', 'MISSED', 'PAUSED', 'ON_TRACK'] as const
type DeadlineStatus = (typeof DeadlineStatus)[number]
/** What is listed unless a status is asked for. */
const TO_WATCH: DeadlineStatus[] = ['AT_RISK', 'MISSED', 'PAUSED']

export const DeadlineQuery = listQuery('programDeadline', ['dueOn', '-dueOn'], {
  status: anyOf(DeadlineStatus, 'Without it: all that are at risk, missed or paused.'),
  clock: z
    .string()
    .max(24)
    .optional()
    .meta({ description: 'Only deadlines of the clock of this name.' }),
  programId: idOf('program').optional(),
  childId: idOf('child').optional(),
  serviceCoordinatorId: idOf('provider').optional(),
})
export type DeadlineQuery = z.infer<typeof DeadlineQuery>

/** With what they are at risk of, and why. */
const deadlines = recordQueries({
  permission: 'early-intervention:read',
  name: 'deadline',
  find: ({ db }, selection: Selection<Prisma.ProgramDeadlineWhereInput>) =>
    db.programDeadline.findMany({ ...selection, include: { program: true } }),
  show: async (rows, reader) => {
    const programIds = [...new Set(rows.map(({ programId }) => programId))]
    const setIds = rows.flatMap(({ program }) => program.clockSetId ?? [])
    const [{ today }, worried, sets] = await Promise.all([
      todayOf(reader),
      reader.sql<{ id: string }>(UNSEEN, [reader.tenantId, programIds]),
      reader.sql<{ id: string; clocks: Clock[] }>(SETS, [reader.tenantId, setIds]),
    ])
    const worrying = new Set(worried.map(({ id }) => id))
    const clocksOf = new Map(sets.map(({ id, clocks: rules }) => [id, rules]))
    return rows.map((row) =>
      deadlineAtRisk(row, {
        today,
        worrying: worrying.has(row.programId),
        clocks: clocksOf.get(row.program.clockSetId ?? '') ?? IDEA_PART_C,
      }),
    )
  },
})

/** Who is at risk of missing which deadline, and why. */
export const listDeadlines = deadlines.list(
  async ({ status = TO_WATCH, ...query }: DeadlineQuery, reader) => {
    const { today } = await todayOf(reader)
    const day = dateColumn(today)
    return {
      ...given(query, 'clock', 'programId'),
      program: { is: given(query, 'childId', 'serviceCoordinatorId') },
      ...whereAny<DeadlineStatus, Prisma.ProgramDeadlineWhereInput>(status, {
        AT_RISK: { paused: false, dueOn: { gte: day }, warnOn: { lte: day } },
        MISSED: { paused: false, dueOn: { lt: day } },
        PAUSED: { paused: true },
        ON_TRACK: { paused: false, dueOn: { gte: day }, warnOn: { gt: day } },
      }),
    }
  },
)

const UNSEEN = `
  SELECT DISTINCT program_id AS id FROM family_check_ins
  WHERE tenant_id = $1 AND program_id = ANY ($2) AND worrying AND acknowledged_at IS NULL`

const SETS = 'SELECT id, clocks FROM clock_sets WHERE tenant_id = $1 AND id = ANY ($2)'
