import {
  decideFee,
  feeFacts,
  settleFee,
  withdrawServiceOrder,
} from '#payments/cancellation-policies/decide-fee.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { lockAppointment } from './queries.ts'
import { Appointment, toAppointment, withProvider } from './schemas.ts'
import { ofChild } from '#people/children/of-child.ts'
import { appointmentFacts, appointmentSubject } from './appointment-facts.ts'
import { type AppointmentRef } from './move-appointment.ts'
import { appointmentEvents } from './events.ts'
import { appointmentLifecycleWorkflow } from './workflows.ts'

/** Charges the fee proposed for an automatic no-show, by creating its order. */
export const chargeAppointmentFee = (
  ctx: Context,
  { id, version }: AppointmentRef,
): Promise<Appointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const before = await lockAppointment(tx, id)
    assertVersion(before, version)
    const proposed = fromJson(Appointment.shape.fee, before.fee)
    if (before.status !== 'NO_SHOW' || proposed?.decision !== 'PROPOSED') {
      throw new DomainError(
        'nothing_to_charge',
        'No fee is proposed for this appointment, so there is nothing to charge.',
        {
          extra: { decision: proposed?.decision ?? null },
        },
      )
    }
    const { decision: _, orderId: __, waiver: ___, ...quote } = proposed
    const fee = await decideFee(tx, before, quote, { waived: false })
    const updated = await tx.db.appointment.update({
      where: keyOf(tx, id),
      data: { fee, ...touched(tx) },
      include: withProvider,
    })
    const after = ofChild(updated)
    tx.changed(appointmentSubject(after), { fee: proposed }, { fee })
    // The fee replaces the price of the session.
    if (fee.decision === 'CHARGED') await withdrawServiceOrder(tx, id)
    await settleFee(tx, after, fee, 'NO_SHOW_FEE')
    tx.emit(appointmentEvents['appointment.fee_charged'], appointmentSubject(after), {
      ...appointmentFacts(after),
      fee: feeFacts(fee),
    })
    tx.wake(appointmentLifecycleWorkflow, id)
    return toAppointment(after)
  })
