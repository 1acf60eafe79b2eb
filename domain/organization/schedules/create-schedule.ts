import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumnOrNull } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadLocation } from '../locations/queries.ts'
import { assertInOrder } from './rules.ts'
import { toSchedule, type CreateSchedule, type Schedule } from './schemas.ts'

/**
 * Sets a provider's hours at a location. From then on the provider works only at these hours, and not at all at
 * locations without hours.
 */
export const createSchedule = (ctx: Context, input: CreateSchedule): Promise<Schedule> =>
  transact(ctx, 'schedules:write', async (tx) => {
    const { providerId, locationId, startsOn, endsOn } = input
    await assertReferences(tx, 'provider', { providerId })
    await assertReferences(tx, 'location', { locationId })
    assertInOrder(startsOn, endsOn, 'endsOn')
    const { timeZone } = await loadLocation(tx, locationId)
    const row = await tx.db.schedule.create({
      data: {
        ...freshRecord(tx, newId('schedule')),
        timeZone,
        ...input,
        startsOn: dateColumnOrNull(startsOn),
        endsOn: dateColumnOrNull(endsOn),
      },
    })
    tx.created({ type: 'schedule', id: row.id }, row)
    return toSchedule(row)
  })
