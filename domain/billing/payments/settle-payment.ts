import type { Appointment, Order } from '#prisma/generated/client.ts'
import { ofChild, type OfChild } from '#people/children/of-child.ts'
import { chargeInstead } from '../cancellation-policies/decide-fee.ts'
import type { Context } from '#platform/core/context.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { keyOf, touched } from '#platform/core/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { isChargeable } from '../orders/rules.ts'
import { moveOrder } from '../orders/move-order.ts'
import { postStep } from '../ledger/post-step.ts'
import { loadPayment } from './queries.ts'
import { isSettled, settledBy } from './rules.ts'
import type { GatewayResult } from '#providers/payments/gateway.ts'
import { toPayment, type Payment } from './schemas.ts'
import { orderFacts, paymentEvents } from './events.ts'

/**
 * Records what the gateway said. Safe to run twice: a payment that this result has settled already
 * stays as it is and tells nobody again.
 */
export const settlePayment = (
  ctx: Context,
  { id, result }: { id: string; result: GatewayResult },
): Promise<Payment> =>
  transact(ctx, 'payments:write', async (tx) => {
    const { orderId } = await loadPayment(tx, id)
    const locked = (await lockOrder(tx, orderId))!
    await lockRecord(tx, 'payments', id)
    const before = await loadPayment(tx, id)
    const subject = { type: 'payment', id } as const
    if (isSettled('Payment', before, result)) {
      tx.nothingChanged(subject)
      return toPayment(before)
    }

    const after = await tx.db.payment.update({
      where: keyOf(tx, id),
      data: { ...settledBy(result, tx.now), ...touched(tx) },
    })
    tx.changed(subject, before, after)
    const facts = {
      paymentId: id,
      orderId: after.orderId,
      amount: after.amountMinor,
      currency: after.currency,
      ...orderFacts(locked.order),
    }
    if (result.outcome === 'SUCCEEDED') {
      await moveOrder(tx, after.orderId, 'pay')
      await postStep(tx, {
        step: 'capture',
        subject,
        order: locked.order,
        amountMinor: after.amountMinor,
      })
      tx.emit(paymentEvents['payment.succeeded'], subject, facts)
    } else {
      tx.emit(paymentEvents['payment.failed'], subject, {
        ...facts,
        failureCode: result.failureCode,
      })
      if (locked.appointment) await orderOfWhatIsOff(tx, locked.order, ofChild(locked.appointment))
    }
    return toPayment(after)
  })

/**
 * The appointment was called off while its payment was being captured, and the capture failed: the
 * order goes, and a late cancellation that counted on it is charged after all.
 */
const orderOfWhatIsOff = async (
  tx: Transaction,
  order: Order,
  appointment: OfChild<Appointment>,
) => {
  if (order.purpose !== 'SERVICE' || isChargeable(appointment)) return
  await moveOrder(tx, order.id, 'cancel')
  await chargeInstead(tx, appointment, order.id)
}
