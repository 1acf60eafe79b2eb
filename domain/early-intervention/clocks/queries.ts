import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { additionsQuery, listQuery } from '#platform/core/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import type { Reader } from '#platform/core/transaction.ts'
import { toClockSet, toHolidayCalendar, type Holiday } from './schemas.ts'

export const ClockSetQuery = additionsQuery(
  'clockSet',
  'createdAt',
  ['-createdAt', 'createdAt'],
  {},
)
export const HolidayCalendarQuery = listQuery('holidayCalendar', ['-createdAt', 'createdAt'], {})

const clockSets = recordQueries({
  permission: 'clock-sets:read',
  name: 'clock set',
  find: ({ db }, selection: Selection<Prisma.ClockSetWhereInput>) =>
    db.clockSet.findMany(selection),
  show: each(toClockSet),
})

export const getClockSet = clockSets.get
export const listClockSets = clockSets.list((_: z.infer<typeof ClockSetQuery>) => ({}))

const holidayCalendars = recordQueries({
  permission: 'holiday-calendars:read',
  name: 'holiday calendar',
  find: ({ db }, selection: Selection<Prisma.HolidayCalendarWhereInput>) =>
    db.holidayCalendar.findMany(selection),
  show: each(toHolidayCalendar),
})

export const loadHolidayCalendar = holidayCalendars.load
export const getHolidayCalendar = holidayCalendars.get
export const listHolidayCalendars = holidayCalendars.list(
  (_: z.infer<typeof HolidayCalendarQuery>) => ({}),
)

/** The calendar of the centre: the newest. */
export const currentCalendar = async (
  reader: Reader,
): Promise<{ id: string | null; holidays: ReadonlySet<string> }> => {
  const [row] = await reader.sql<{ id: string; holidays: Holiday[] }>(CURRENT, [reader.tenantId])
  return {
    id: row?.id ?? null,
    holidays: new Set(row?.holidays.map(({ observedOn }) => observedOn)),
  }
}

const CURRENT =
  'SELECT id, holidays FROM holiday_calendars WHERE tenant_id = $1 ORDER BY id DESC LIMIT 1'
