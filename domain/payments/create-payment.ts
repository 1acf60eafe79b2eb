import type { Context } from '../core/context.ts'
import { DomainError, invalidReference } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { lockRecord } from '../core/lock.ts'
import { freshRecord, inTenant } from '../core/record-ref.ts'
import { transact } from '../core/transaction.ts'
import { orderStatusAfter } from '../orders/rules.ts'
import { toPayment, type CreatePayment, type Payment } from './schemas.ts'

/** The gateway that payments go through. */
const GATEWAY = 'sandbox'

/**
 * Begins to pay an order in full. The workflow captures it and settles it afterwards; an order has
 * one payment in flight at most: `already_exists`.
 */
export const createPayment = (ctx: Context, { orderId, method }: CreatePayment): Promise<Payment> =>
  transact(ctx, 'payments:write', async (tx) => {
    await lockRecord(tx, 'orders', orderId)
    const order = await tx.db.order.findFirst({ where: inTenant(tx, orderId) })
    if (!order) throw invalidReference('orderId', 'order')
    orderStatusAfter('pay', order.status)
    if (order.amountMinor === 0)
      throw new DomainError('conflict', 'The order comes to 0: there is nothing to pay.')

    const row = await tx.db.payment.create({
      data: {
        ...freshRecord(tx, newId('payment')),
        orderId,
        status: 'PROCESSING',
        amountMinor: order.amountMinor,
        currency: order.currency,
        gateway: GATEWAY,
        method,
      },
    })
    tx.audit({ type: 'payment', id: row.id }, undefined, row)
    tx.start('paymentCapture', row.id)
    return toPayment(row)
  })
