import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { anyOf, listQuery } from '#platform/core/paging.ts'
import { given, recordQueries, whereAny, type Selection } from '#platform/core/record-queries.ts'
import { dateColumn } from '#platform/core/time.ts'
import { DEADLINE_STATUSES, IDEA_PART_C, type Clock, type DeadlineStatus } from '../clocks/rules.ts'
import { deadlineAtRisk } from './deadline-at-risk.ts'
import { toProgram } from './schemas.ts'
import { loadTodays, type DayAtLocations } from './todays.ts'

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
    const todays = await loadTodays(reader)
    return rows.map((row) => toProgram(row, todays.at(row.locationId).today))
  },
})

export const loadProgram = programs.load
export const getProgram = programs.get
export const listPrograms = programs.list((query: ProgramQuery) =>
  given(query, 'childId', 'serviceCoordinatorId', 'status'),
)

/** What is listed unless a status is asked for. */
const TO_WATCH: DeadlineStatus[] = ['AT_RISK', 'MISSED', 'PAUSED']

export const DeadlineQuery = listQuery('programDeadline', ['dueOn', '-dueOn'], {
  status: anyOf(DEADLINE_STATUSES, 'Without it: all that are at risk, missed or paused.'),
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
    const [todays, worried, sets] = await Promise.all([
      loadTodays(reader),
      reader.sql<{ id: string }>(UNSEEN, [reader.tenantId, programIds]),
      reader.sql<{ id: string; clocks: Clock[] }>(SETS, [reader.tenantId, setIds]),
    ])
    const worrying = new Set(worried.map(({ id }) => id))
    const clocksOf = new Map(sets.map(({ id, clocks: rules }) => [id, rules]))
    return rows.map((row) =>
      deadlineAtRisk(row, {
        today: todays.at(row.program.locationId).today,
        worrying: worrying.has(row.programId),
        clocks: clocksOf.get(row.program.clockSetId ?? '') ?? IDEA_PART_C,
      }),
    )
  },
})

/** Who is at risk of missing which deadline, and why. */
export const listDeadlines = deadlines.list(
  async ({ status = TO_WATCH, ...query }: DeadlineQuery, reader) => {
    const { days } = await loadTodays(reader)
    const late = { gt: reader.db.programDeadline.fields.dueOn }
    return {
      ...given(query, 'clock', 'programId'),
      program: { is: given(query, 'childId', 'serviceCoordinatorId') },
      ...whereAny<DeadlineStatus, Prisma.ProgramDeadlineWhereInput>(status, {
        AT_RISK: running(days, (day) => ({ dueOn: { gte: day }, warnOn: { lte: day } })),
        MISSED: running(days, (day) => ({ dueOn: { lt: day } })),
        PAUSED: { state: 'RUNNING', paused: true },
        ON_TRACK: running(days, (day) => ({ dueOn: { gte: day }, warnOn: { gt: day } })),
        MET: { state: 'MET', NOT: { metOn: late } },
        MET_LATE: { state: 'MET', metOn: late },
        NOT_MET: { state: 'NOT_MET' },
        NOT_OWED: { state: 'NOT_OWED' },
      }),
    }
  },
)

/** Clocks that run, by what day it is where their programs are. */
const running = (
  days: readonly DayAtLocations[],
  on: (day: Date) => Prisma.ProgramDeadlineWhereInput,
): Prisma.ProgramDeadlineWhereInput => ({
  state: 'RUNNING',
  paused: false,
  OR: days.map(({ today, locationIds, ofCentre }) => ({
    ...on(dateColumn(today)),
    program: {
      is: {
        OR: [{ locationId: { in: locationIds } }, ...(ofCentre ? [{ locationId: null }] : [])],
      },
    },
  })),
})

const UNSEEN = `
  SELECT DISTINCT program_id AS id FROM family_check_ins
  WHERE tenant_id = $1 AND program_id = ANY ($2) AND worrying AND acknowledged_at IS NULL`

const SETS = 'SELECT id, clocks FROM clock_sets WHERE tenant_id = $1 AND id = ANY ($2)'
