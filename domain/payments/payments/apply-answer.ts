import type { Appointment, Order, Payment as PaymentModel } from '#prisma/generated/client.ts'
import { ofChild, type OfChild } from '#people/children/of-child.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { GatewayAnswer } from '#providers/payments/gateway.ts'
import { chargeInstead } from '../cancellation-policies/decide-fee.ts'
import { wakeCancellation } from '../cancellation-policies/follow-cancellation.ts'
import { postStep } from '#receivables/ledger/post-step.ts'
import { moveOrder } from '#receivables/orders/move-order.ts'
import { orderHold } from '#receivables/orders/order-hold.ts'
import { recordCapture } from '#receivables/orders/record-capture.ts'
import { isChargeable } from '#receivables/orders/rules.ts'
import { orderFacts, paymentEvents } from './events.ts'
import { moneyAt, settledBy } from './rules.ts'

interface Locked {
  order: Order
  appointment: Appointment | null
}

/** Applies a response to a payment in flight. The caller has locked it with its order. */
export const applyAnswer = async (
  tx: Transaction,
  { order, appointment }: Locked,
  before: PaymentModel,
  answer: GatewayAnswer,
): Promise<PaymentModel> => {
  const subject = { type: 'payment', id: before.id } as const
  const after = await tx.db.payment.update({
    where: keyOf(tx, before.id),
    data: {
      ...settledBy(answer, tx.now),
      nextActionUrl: answer.outcome === 'PENDING' ? answer.redirectUrl : null,
      ...touched(tx),
    },
  })
  tx.changed(subject, before, after)
  const facts = {
    paymentId: after.id,
    orderId: after.orderId,
    amount: after.amountMinor,
    currency: after.currency,
    ...orderFacts(order),
  }
  switch (answer.outcome) {
    case 'PENDING':
      if (after.status === 'REQUIRES_ACTION' && before.status !== after.status)
        tx.emit(paymentEvents['payment.requires_action'], subject, facts)
      break
    case 'SUCCEEDED':
      await recordCapture(tx, after.orderId, after.amountMinor)
      await postStep(tx, {
        step: 'capture',
        subject,
        order,
        amountMinor: after.amountMinor,
        moneyAt: moneyAt(after),
      })
      tx.emit(paymentEvents['payment.succeeded'], subject, facts)
      break
    case 'FAILED':
      tx.emit(paymentEvents['payment.failed'], subject, {
        ...facts,
        failureCode: answer.failureCode,
      })
      if (appointment) await orderOfWhatIsOff(tx, order, ofChild(appointment))
  }
  if (answer.outcome !== 'PENDING') wakeCancellation(tx, order)
  return after
}

/**
 * Handles an appointment that was cancelled during a capture that then failed: its order is cancelled, and a
 * late fee that was to be kept from the payment is charged.
 */
const orderOfWhatIsOff = async (
  tx: Transaction,
  order: Order,
  appointment: OfChild<Appointment>,
) => {
  if (order.purpose !== 'SERVICE' || isChargeable(appointment)) return
  if (await orderHold(tx, order.id)) return
  await moveOrder(tx, order.id, 'cancel')
  await chargeInstead(tx, appointment, order.id)
}
