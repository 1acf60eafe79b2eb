import type { Context } from '#platform/core/context.ts'
import { DomainError, invalidReference } from '#platform/core/errors.ts'
import { newId } from '#platform/core/ids.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { transact } from '#platform/core/transaction.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { assertChargeable, orderStatusAfter } from '../orders/rules.ts'
import { applyAnswer } from './apply-answer.ts'
import { gatewayFor } from './gateway-for.ts'
import { isByHand } from './rules.ts'
import { toPayment, type CreatePayment, type Payment } from './schemas.ts'
import { paymentCaptureWorkflow } from './workflows.ts'

/**
 * Begins to pay an order in full. The workflow captures it and settles it afterwards; what a person records is
 * settled at once. An order has one payment in flight at most: `already_exists`. The order of an appointment that
 * is off is not paid.
 */
export const createPayment = (
  ctx: Context,
  { orderId, paymentMethod, returnUrl }: CreatePayment,
): Promise<Payment> =>
  transact(ctx, 'payments:write', async (tx) => {
    const taker = await gatewayFor(tx, paymentMethod.type)
    const found = await lockOrder(tx, orderId)
    if (!found) throw invalidReference('orderId', 'order')
    const { order, appointment } = found
    orderStatusAfter('pay', order.status)
    if (appointment && order.purpose === 'SERVICE') assertChargeable(appointment)
    if (order.amountMinor === 0)
      throw new DomainError('nothing_to_pay', 'The order comes to 0: there is nothing to pay.')

    const row = await tx.db.payment.create({
      data: {
        ...freshRecord(tx, newId('payment')),
        orderId,
        status: 'PROCESSING',
        amountMinor: order.amountMinor,
        currency: order.currency,
        ...taker,
        paymentMethodType: paymentMethod.type,
        paymentMethodId: paymentMethod.id,
        returnUrl: returnUrl ?? null,
      },
    })
    tx.created({ type: 'payment', id: row.id }, row)
    if (isByHand(paymentMethod.type))
      return toPayment(await applyAnswer(tx, found, row, { outcome: 'SUCCEEDED', reference: null }))
    tx.start(paymentCaptureWorkflow, row.id)
    return toPayment(row)
  })
