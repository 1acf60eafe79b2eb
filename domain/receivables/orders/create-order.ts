import type { Context } from '#platform/core/context/context.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { lockUsableCode, redeemCode } from '../discount-codes/redeem-code.ts'
import { discounted } from '../discount-codes/rules.ts'
import { toDiscountCode } from '../discount-codes/schemas.ts'
import { loadDebtor } from './load-debtor.ts'
import { draftOfAppointment, draftOfLines } from './order-draft.ts'
import { insertOrder } from './insert-order.ts'
import { orderSource } from './rules.ts'
import { toOrder, type CreateOrder, type Order } from './schemas.ts'

/**
 * Creates an order. An appointment has only one order, unless that was cancelled; otherwise `already_exists` is
 * thrown.
 */
export const createOrder = (ctx: Context, input: CreateOrder): Promise<Order> =>
  transact(ctx, 'orders:write', async (tx) => {
    const source = orderSource(input)
    const { payerId } = input
    await assertReferences(tx, 'payer', { payerId })
    const draft =
      'appointmentId' in source
        ? await draftOfAppointment(tx, source.appointmentId, input.currency)
        : await draftOfLines(tx, source, input.currency)
    if (input.discountCode === undefined)
      return toOrder(await insertOrder(tx, { ...draft, payerId }))
    const { childId, currency } = draft
    const debtor = await loadDebtor(tx, { childId, payerId })
    const partyId = debtor.clientId ?? debtor.payerId
    const code = await lockUsableCode(tx, { code: input.discountCode, currency, partyId })
    const { percent, amount, serviceIds } = toDiscountCode(code)
    const lines = discounted(draft.lines, { percent, amount, serviceIds })
    const order = await insertOrder(tx, { ...draft, lines, payerId, discountCodeId: code.id })
    await redeemCode(tx, code, order.id)
    return toOrder(order)
  })
