import type { Context } from '#platform/core/context.ts'
import { assertVersion } from '#platform/core/record.ts'
import { transact } from '#platform/core/transaction.ts'
import { lockAppointment } from './queries.ts'
import { toAppointment, type Appointment, type PatchAppointment } from './schemas.ts'
import { ofChild } from '#people/children/of-child.ts'
import { appointmentSubject, type AppointmentRef } from './move-appointment.ts'

/** Changes what is not the slot and not the state: those have verbs of their own. */
export const patchAppointment = (
  ctx: Context,
  { id, version, patch }: AppointmentRef & { patch: PatchAppointment },
): Promise<Appointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const before = await lockAppointment(tx, id)
    assertVersion(before, version)
    const after = await tx.db.appointment.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { ...patch, updatedAt: tx.now, version: { increment: 1 } },
      include: { provider: { select: { id: true, name: true } } },
    })
    tx.changed(appointmentSubject(after), { notes: before.notes }, { notes: after.notes })
    return toAppointment(ofChild(after))
  })
