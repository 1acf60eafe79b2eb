import type { Context } from '#platform/core/context.ts'
import { newId } from '#platform/core/ids.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { transact } from '#platform/core/transaction.ts'
import { toHolidayCalendar, type CreateHolidayCalendar, type HolidayCalendar } from './schemas.ts'
import { clockMovingWorkflow } from './workflows.ts'

/** From now on the centre's calendar; a durable run moves the deadlines of running programs to it. */
export const createHolidayCalendar = (
  ctx: Context,
  { holidays }: CreateHolidayCalendar,
): Promise<HolidayCalendar> =>
  transact(ctx, 'holiday-calendars:write', async (tx) => {
    const fresh = freshRecord(tx, newId('holidayCalendar'))
    const row = await tx.db.holidayCalendar.create({
      data: {
        ...fresh,
        holidays: holidays.toSorted((a, b) => (a.observedOn < b.observedOn ? -1 : 1)),
        moving: 'RUNNING',
      },
    })
    tx.created({ type: 'holidayCalendar', id: row.id }, row)
    tx.start(clockMovingWorkflow, row.id)
    return toHolidayCalendar(row)
  })
