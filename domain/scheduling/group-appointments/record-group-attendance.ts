import { checkInAppointment } from '../appointments/check-in-appointment.ts'
import { completeAppointment } from '../appointments/complete-appointment.ts'
import { notShowing } from '../appointments/mark-appointment-no-show.ts'
import { moveAppointment } from '../appointments/move-appointment.ts'
import { loadAppointment } from '../appointments/queries.ts'
import { toAppointment, type Appointment } from '../appointments/schemas.ts'
import type { Context } from '#platform/core/context/context.ts'
import { eachOrNone } from '#platform/core/transactions/each-or-none.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadGroup } from './queries.ts'
import type { RecordAttendance } from './schemas.ts'
import { lockPlaces } from './unavailable-attendees.ts'

type Attendee = RecordAttendance['attendees'][number]

/**
 * Records the attendance of places in a group: arrived, seen or absent. Each uses the verb of an appointment,
 * for all given places or for none. A place that is already in that status stays unchanged.
 */
export const recordGroupAttendance = (
  ctx: Context,
  { id, attendees }: RecordAttendance & { id: string },
): Promise<{ data: Appointment[] }> =>
  transact(ctx, 'appointments:write', async (tx) => {
    await loadGroup(tx, id)
    await lockPlaces(tx, id)
    tx.nothingChanged({ type: 'groupAppointment', id })
    const data = await eachOrNone(tx, 'attendees', attendees, async (attendee) => {
      await recordOne(tx, id, attendee)
      return toAppointment(await loadAppointment(tx, attendee.appointmentId))
    })
    return { data }
  })

const recordOne = async (
  tx: Transaction,
  groupId: string,
  { appointmentId: id, status }: Attendee,
): Promise<unknown> => {
  const where = { ...inTenant(tx, id), groupId }
  const place = await tx.db.appointment.findFirst({ where, select: { status: true } })
  if (!place) throw invalidReference('appointmentId', 'place of the group')
  if (place.status === status) return undefined
  switch (status) {
    case 'CHECKED_IN':
      return checkInAppointment(tx, { id })
    case 'COMPLETED':
      return completeAppointment(tx, { id })
    case 'NO_SHOW':
      return moveAppointment(tx, { id }, notShowing({ absentParty: 'CLIENT' }))
  }
}
