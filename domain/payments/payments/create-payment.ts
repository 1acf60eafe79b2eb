import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { amountOfCredit } from '../credits/rules.ts'
import { lockCredit, useCredit } from '../credits/use-credit.ts'
import { applyAnswer } from './apply-answer.ts'
import { gatewayFor } from './gateway-for.ts'
import { ordersToPay } from './orders-to-pay.ts'
import { loadPayment } from './queries.ts'
import { isByHand } from './rules.ts'
import { tellOfPayment } from './tell-of-payment.ts'
import { toPayment, type CreatePayment, type Payment } from './schemas.ts'
import { paymentCaptureWorkflow } from './workflows.ts'

/**
 * Starts a payment for an order, in full or in part, or for several orders of one payer in one capture. The
 * workflow captures and settles it; manual payments and credit are settled immediately. Payments in flight
 * count, so an order cannot be overpaid. The order of a cancelled appointment cannot be paid.
 */
export const createPayment = (
  ctx: Context,
  { orderId, amount, allocations, paymentMethod, returnUrl }: CreatePayment,
): Promise<Payment> =>
  transact(ctx, 'payments:write', async (tx) => {
    const taker = await gatewayFor(tx, paymentMethod.type)
    if (allocations && paymentMethod.type === 'CREDIT')
      throw invalid(
        'allocations',
        'not_allowed',
        'Credit can pay only one order at a time. Send orderId instead of allocations.',
      )
    const orders = await ordersToPay(tx, {
      ...(orderId !== undefined && { orderId }),
      ...(amount !== undefined && { amount }),
      ...(allocations && { allocations }),
    })
    const [{ order, amountMinor: outstanding }] = orders
    const credit =
      paymentMethod.type === 'CREDIT' ? await lockCredit(tx, paymentMethod.id, order) : undefined
    const ids = orders.map(() => newId('payment'))
    const rows = []
    for (const [index, part] of orders.entries()) {
      const amountMinor = credit ? amountOfCredit(credit, amount, outstanding) : part.amountMinor
      const row = await tx.db.payment.create({
        data: {
          ...freshRecord(tx, ids[index]!),
          orderId: part.order.id,
          status: 'PROCESSING',
          amountMinor,
          currency: order.currency,
          ...taker,
          paymentMethodType: paymentMethod.type,
          paymentMethodId: paymentMethod.id,
          returnUrl: returnUrl ?? null,
          capturedWithId: orders.length > 1 ? ids[0]! : null,
        },
      })
      tx.created({ type: 'payment', id: row.id }, row)
      rows.push(row)
    }
    const first = rows[0]!
    if (credit) await useCredit(tx, credit, { paymentId: first.id, amountMinor: first.amountMinor })
    if (!credit && !isByHand(paymentMethod.type)) {
      tx.start(paymentCaptureWorkflow, first.id)
      return toPayment(first)
    }
    const taken = { outcome: 'SUCCEEDED', reference: null } as const
    for (const [index, row] of rows.entries()) await applyAnswer(tx, orders[index]!, row, taken)
    if (!credit)
      await tellOfPayment(
        tx,
        rows.map((payment, index) => ({ order: orders[index]!.order, payment })),
      )
    return toPayment(await loadPayment(tx, first.id))
  })
