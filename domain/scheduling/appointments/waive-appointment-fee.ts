import { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import { withdrawFee } from '#payments/cancellation-policies/decide-fee.ts'
import { tellOfWaiver } from '#payments/cancellation-policies/tell-of-fee.ts'
import { followCancellation } from '#payments/cancellation-policies/follow-cancellation.ts'
import { isChargeable } from '#receivables/orders/rules.ts'
import { refundFee } from '#payments/refunds/refund-fee.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { utc } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { lockAppointment } from './queries.ts'
import { Appointment, toAppointment, withProvider, type WaiveAppointmentFee } from './schemas.ts'
import { ofChild } from '#people/children/of-child.ts'
import { appointmentFacts, appointmentSubject } from './appointment-facts.ts'
import { type AppointmentRef } from './move-appointment.ts'
import { appointmentEvents } from './events.ts'
import { appointmentLifecycleWorkflow } from './workflows.ts'

/**
 * Waives a proposed or unpaid fee of a cancellation or a no-show, or refunds a paid fee with `refundFee`.
 * Records who did it and why. A fee that was deducted from a prepayment is refunded in the same way as the rest
 * of the prepayment.
 */
export const waiveAppointmentFee = (
  ctx: Context,
  { id, version, reason, refundFee: isRefunded = false }: AppointmentRef & WaiveAppointmentFee,
): Promise<Appointment> =>
  transact(ctx, 'fee-waivers:write', async (tx) => {
    const before = await lockAppointment(tx, id)
    assertVersion(before, version)
    const fee = fromJson(Appointment.shape.fee, before.fee)
    const isKept = fee?.decision === 'PREPAID' && !isChargeable(before)
    const isDue = fee?.decision === 'CHARGED' || fee?.decision === 'PROPOSED' || isKept
    if (!isDue || fee.amount === null) {
      throw new DomainError(
        'nothing_to_waive',
        'No fee is charged or proposed for this appointment, so there is nothing to waive.',
        { extra: { decision: fee?.decision ?? null } },
      )
    }
    const waiver = { waivedBy: tx.actor.id, waivedAt: utc(tx.now) }
    const updated = await tx.db.appointment.update({
      where: keyOf(tx, id),
      data: {
        fee: { ...fee, decision: 'WAIVED', orderId: null, waiver } satisfies AppointmentFee,
        feeWaiverReason: reason,
        ...touched(tx),
      },
      include: withProvider,
    })
    const after = ofChild(updated)
    const recorded = ({ fee: of, feeWaiverReason }: typeof after) => ({ fee: of, feeWaiverReason })
    tx.changed(appointmentSubject(after), recorded(before), recorded(after))
    await (isRefunded ? refundFee(tx, fee, reason) : withdrawFee(tx, fee))
    if (isKept && fee.orderId) await followCancellation(tx, after, fee.orderId)
    const { amount, currency, orderId } = fee
    if (orderId && currency)
      await tellOfWaiver(tx, { appointmentId: id, orderId, amount, currency })
    tx.emit(appointmentEvents['appointment.fee_waived'], appointmentSubject(after), {
      ...appointmentFacts(after),
      amount,
      currency,
    })
    tx.wake(appointmentLifecycleWorkflow, id)
    return toAppointment(after)
  })
