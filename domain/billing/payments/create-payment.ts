import type { Context } from '#platform/core/context.ts'
import { DomainError, invalidReference } from '#platform/core/errors.ts'
import { newId } from '#platform/core/ids.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { transact } from '#platform/core/transaction.ts'
import { amountOfCredit } from '../credits/rules.ts'
import { lockCredit, useCredit } from '../credits/use-credit.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { assertChargeable, orderStatusAfter } from '../orders/rules.ts'
import { applyAnswer } from './apply-answer.ts'
import { gatewayFor } from './gateway-for.ts'
import { inFlightOf } from './in-flight-of.ts'
import { amountToPay, isByHand } from './rules.ts'
import { toPayment, type CreatePayment, type Payment } from './schemas.ts'
import { paymentCaptureWorkflow } from './workflows.ts'

/**
 * Begins to pay an order, all that is outstanding or a part. The workflow captures it and settles it afterwards;
 * what a person records, or credit pays, is settled at once. What is in flight counts, so that no more comes than is owed. The order
 * of an appointment that is off is not paid.
 */
export const createPayment = (
  ctx: Context,
  { orderId, amount, paymentMethod, returnUrl }: CreatePayment,
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
    const outstanding = amountToPay(order, await inFlightOf(tx, orderId), amount)
    const credit =
      paymentMethod.type === 'CREDIT' ? await lockCredit(tx, paymentMethod.id, order) : undefined
    const amountMinor = credit ? amountOfCredit(credit, amount, outstanding) : outstanding

    const row = await tx.db.payment.create({
      data: {
        ...freshRecord(tx, newId('payment')),
        orderId,
        status: 'PROCESSING',
        amountMinor,
        currency: order.currency,
        ...taker,
        paymentMethodType: paymentMethod.type,
        paymentMethodId: paymentMethod.id,
        returnUrl: returnUrl ?? null,
      },
    })
    tx.created({ type: 'payment', id: row.id }, row)
    if (credit) await useCredit(tx, credit, { paymentId: row.id, amountMinor })
    if (credit || isByHand(paymentMethod.type))
      return toPayment(await applyAnswer(tx, found, row, { outcome: 'SUCCEEDED', reference: null }))
    tx.start(paymentCaptureWorkflow, row.id)
    return toPayment(row)
  })
