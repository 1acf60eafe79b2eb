import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadLocation } from '../locations/queries.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import {
  toScheduleException,
  type CreateScheduleException,
  type ScheduleException,
} from './schemas.ts'

/** Sets a day with no working hours, or with extra ones. Existing bookings are kept. */
export const createScheduleException = (
  ctx: Context,
  input: CreateScheduleException,
): Promise<ScheduleException> =>
  transact(ctx, 'schedules:write', async (tx) => {
    const { providerId, locationId, occursOn } = input
    await assertReferences(tx, 'provider', { providerId })
    await assertReferences(tx, 'location', { locationId })
    const timeZone = locationId
      ? (await loadLocation(tx, locationId)).timeZone
      : (await loadTenantSettings(tx)).defaultTimeZone
    const row = await tx.db.scheduleException.create({
      data: {
        ...freshRecord(tx, newId('scheduleException')),
        timeZone,
        ...input,
        occursOn: dateColumn(occursOn),
      },
    })
    tx.created({ type: 'scheduleException', id: row.id }, row)
    return toScheduleException(row)
  })
