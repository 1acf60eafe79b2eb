import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import {
  given,
  recordQueries,
  whereAny,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { calendarDate, dateColumn } from '#platform/core/time/time.ts'
import type { Clock } from '../clocks/clock.ts'
import { IDEA_PART_C } from '../clocks/idea-part-c.ts'
import { DEADLINE_STATUSES, type DeadlineStatus } from '../clocks/rules.ts'
import { deadlineAtRisk } from './deadline-at-risk.ts'
import { toProgram, type DeadlineCount } from './schemas.ts'
import type { Context } from '#platform/core/context/context.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadTodays, type DayAtLocations } from './todays.ts'

/** Includes what the API shows of a program. */
export const withDeadlines = {
  deadlines: { orderBy: [{ dueOn: 'asc' as const }, { id: 'asc' as const }] },
}

export const ProgramQuery = listQuery('program', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  serviceCoordinatorId: idOf('provider').optional(),
  status: anyOf(['ACTIVE', 'CLOSED'], 'Returns only programs with this status.'),
})
export type ProgramQuery = z.infer<typeof ProgramQuery>

const programs = recordQueries({
  permission: 'early-intervention:read',
  name: 'early-intervention program',
  find: ({ db }, selection: Selection<Prisma.EarlyInterventionProgramWhereInput>) =>
    db.earlyInterventionProgram.findMany({ ...selection, include: withDeadlines }),
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

/** The default status filter. */
const TO_WATCH: DeadlineStatus[] = ['AT_RISK', 'MISSED', 'PAUSED']

const deadlineFilters = {
  status: anyOf(
    DEADLINE_STATUSES,
    'Returns only deadlines with these statuses. Defaults to AT_RISK, MISSED and PAUSED.',
  ),
  clock: z
    .string()
    .max(24)
    .optional()
    .meta({ description: 'Returns only deadlines of the clock with this name.' }),
  programId: idOf('program').optional(),
  childId: idOf('child').optional(),
  serviceCoordinatorId: idOf('provider').optional(),
  locationId: idOf('location').optional(),
  'dueOn[gte]': calendarDate()
    .optional()
    .meta({ description: 'Returns only deadlines due on or after this date.' }),
  'dueOn[lt]': calendarDate()
    .optional()
    .meta({ description: 'Returns only records due before this date.' }),
}

export const DeadlineQuery = listQuery('programDeadline', ['dueOn', '-dueOn'], deadlineFilters)
export type DeadlineQuery = z.infer<typeof DeadlineQuery>

export const DeadlineCountQuery = z.strictObject({
  ...deadlineFilters,
  status: anyOf(DEADLINE_STATUSES, 'Default: all statuses.'),
})
type DeadlineFilters = z.infer<typeof DeadlineCountQuery>

/** Shows deadlines at risk and the reasons. */
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

/** Programs at risk of missing a deadline, and why. */
export const listDeadlines = deadlines.list(
  ({ status = TO_WATCH, ...query }: DeadlineQuery, reader) => whereOf({ ...query, status }, reader),
)

/** The number of deadlines by status and clock. */
export const countDeadlines = (ctx: Context, { status, ...query }: DeadlineFilters) =>
  read(ctx, 'early-intervention:read', async (reader) => {
    const data: DeadlineCount[] = []
    for (const each of status ?? DEADLINE_STATUSES) {
      const where = await whereOf({ ...query, status: [each] }, reader)
      const clocks = await reader.db.programDeadline.groupBy({
        by: ['clock'],
        where: { tenantId: reader.tenantId, ...where },
        _count: true,
        orderBy: { clock: 'asc' },
      })
      data.push(...clocks.map((it) => ({ status: each, clock: it.clock, count: it._count })))
    }
    return { data }
  })

const whereOf = async (
  { status, ...query }: DeadlineFilters,
  reader: Reader,
): Promise<Prisma.ProgramDeadlineWhereInput> => {
  const { days } = await loadTodays(reader)
  const late = { gt: reader.db.programDeadline.fields.dueOn }
  const [from, until] = [query['dueOn[gte]'], query['dueOn[lt]']]
  return {
    ...given(query, 'clock', 'programId'),
    dueOn: { ...(from && { gte: dateColumn(from) }), ...(until && { lt: dateColumn(until) }) },
    program: { is: given(query, 'childId', 'serviceCoordinatorId', 'locationId') },
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
}

/** A condition for running clocks, by the current date at their program's location. */
const running = (
  days: readonly DayAtLocations[],
  on: (day: Date) => Prisma.ProgramDeadlineWhereInput,
): Prisma.ProgramDeadlineWhereInput => ({
  state: 'RUNNING',
  paused: false,
  OR: days.map(({ today, locationIds, ofCentre }) => {
    const there = [{ locationId: { in: locationIds } }, ...(ofCentre ? [{ locationId: null }] : [])]
    // Usually the date is the same at all locations.
    return days.length === 1
      ? on(dateColumn(today))
      : { ...on(dateColumn(today)), program: { is: { OR: there } } }
  }),
})

const UNSEEN = `
  SELECT DISTINCT program_id AS id FROM family_check_ins
  WHERE tenant_id = $1 AND program_id = ANY ($2) AND worrying AND acknowledged_at IS NULL`

const SETS = 'SELECT id, clocks FROM clock_sets WHERE tenant_id = $1 AND id = ANY ($2)'
