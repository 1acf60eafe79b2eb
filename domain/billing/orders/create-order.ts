import type { Context } from '#platform/core/context.ts'
import { assertReferences } from '#platform/core/references.ts'
import { transact } from '#platform/core/transaction.ts'
import { draftOfAppointment, draftOfLines } from './order-draft.ts'
import { insertOrder } from './insert-order.ts'
import { orderSource } from './rules.ts'
import { toOrder, type CreateOrder, type Order } from './schemas.ts'

/** An appointment is ordered once, unless its order was cancelled: `already_exists` otherwise. */
export const createOrder = (ctx: Context, input: CreateOrder): Promise<Order> =>
  transact(ctx, 'orders:write', async (tx) => {
    const source = orderSource(input)
    const { payerId } = input
    await assertReferences(tx, 'payer', { payerId })
    const draft =
      'appointmentId' in source
        ? await draftOfAppointment(tx, source.appointmentId, input.currency)
        : await draftOfLines(tx, source, input.currency)
    return toOrder(await insertOrder(tx, { ...draft, payerId }))
  })
