import { takeSlot } from '../appointments/book-slot.ts'
import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { reportReleased } from '../holds/report-released.ts'
import {
  groupFacts,
  toGroupAppointment,
  type CreateGroupAppointment,
  type GroupAppointment,
} from './schemas.ts'
import { assertForSeveral } from './rules.ts'
import { groupAppointmentEvents } from './events.ts'

/** Books a provider and a room for children who join later. */
export const createGroupAppointment = (
  ctx: Context,
  input: CreateGroupAppointment & { seriesId?: string },
): Promise<GroupAppointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const { row, facts } = await takeSlot(tx, { ...input, childId: null })
    assertForSeveral(facts)
    tx.emit(
      groupAppointmentEvents['group_appointment.created'],
      { type: 'groupAppointment', id: row.id },
      groupFacts(row),
    )
    await reportReleased(tx, facts.released, 'EXPIRED')
    return toGroupAppointment({ ...row, _count: { places: 0 } })
  })
