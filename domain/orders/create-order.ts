import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { freshRecord } from '../core/record-ref.ts'
import { transact } from '../core/transaction.ts'
import { loadBillingClientId } from '../guardianships/queries.ts'
import { draftOfAppointment, draftOfLines } from './draft-order.ts'
import { orderAmount, orderSource } from './rules.ts'
import { toOrder, type CreateOrder, type Order } from './schemas.ts'

/** An appointment is ordered once, unless its order was cancelled: `already_exists` otherwise. */
export const createOrder = (ctx: Context, input: CreateOrder): Promise<Order> =>
  transact(ctx, 'orders:write', async (tx) => {
    const source = orderSource(input)
    const draft =
      'appointmentId' in source
        ? await draftOfAppointment(tx, source.appointmentId, input.currency)
        : await draftOfLines(tx, source, input.currency)
    const { lines, ...fields } = draft

    const row = await tx.db.order.create({
      data: {
        ...freshRecord(tx, newId('order')),
        ...fields,
        clientId: await loadBillingClientId(tx, fields.childId),
        status: 'OPEN',
        amountMinor: orderAmount(lines),
      },
    })
    const lineRows = lines.map((line) => ({
      tenantId: tx.tenantId,
      id: newId('orderLine'),
      orderId: row.id,
      ...line,
    }))
    await tx.db.orderLine.createMany({ data: lineRows })
    tx.audit({ type: 'order', id: row.id }, undefined, row)
    return toOrder({ ...row, lines: lineRows })
  })
