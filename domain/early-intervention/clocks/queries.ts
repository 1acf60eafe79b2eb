import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toClockSet, toHolidayCalendar, type Holiday } from './schemas.ts'

export const ClockSetQuery = z.strictObject(pageQuery('-createdAt', 'createdAt'))
export const HolidayCalendarQuery = z.strictObject(pageQuery('-createdAt', 'createdAt'))

export const getClockSet = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'clock-sets:read', async (reader) => {
    const row = await reader.db.clockSet.findFirst({ where: inTenant(reader, id) })
    if (!row) throw notFound('clock set')
    return toClockSet(row)
  })

export const listClockSets = (ctx: Context, query: z.infer<typeof ClockSetQuery>) =>
  read(ctx, 'clock-sets:read', (reader) =>
    paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.clockSet.findMany({
          where: { AND: [{ tenantId: reader.tenantId }, where] },
          orderBy,
          take,
        }),
      toClockSet,
    ),
  )

export const getHolidayCalendar = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'holiday-calendars:read', async (reader) =>
    toHolidayCalendar(await loadHolidayCalendar(reader, id)),
  )

export const listHolidayCalendars = (ctx: Context, query: z.infer<typeof HolidayCalendarQuery>) =>
  read(ctx, 'holiday-calendars:read', (reader) =>
    paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.holidayCalendar.findMany({
          where: { AND: [{ tenantId: reader.tenantId }, where] },
          orderBy,
          take,
        }),
      toHolidayCalendar,
    ),
  )

export const loadHolidayCalendar = async (reader: Reader, id: string) => {
  const row = await reader.db.holidayCalendar.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('holiday calendar')
  return row
}

/** The calendar of the centre: the newest. */
export const currentCalendar = async (
  reader: Reader,
): Promise<{ id: string | null; holidays: ReadonlySet<string> }> => {
  const [row] = await reader.sql<{ id: string; holidays: Holiday[] }>(CURRENT, [reader.tenantId])
  return { id: row?.id ?? null, holidays: new Set(row?.holidays.map(({ date }) => date)) }
}

const CURRENT =
  'SELECT id, holidays FROM holiday_calendars WHERE tenant_id = $1 ORDER BY id DESC LIMIT 1'
