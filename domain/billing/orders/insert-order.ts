import { newId } from '#platform/core/ids.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { loadBillingClientId } from '#people/guardianships/queries.ts'
import { postStep } from '../ledger/post-step.ts'
import type { OrderDraft } from './order-draft.ts'
import { orderAmount, type OrderPurpose } from './rules.ts'
import type { OrderRow } from './schemas.ts'

/** Writes an order with its lines. For verbs that have decided that there is to be one. */
export const insertOrder = async (
  tx: Transaction,
  { lines, ...fields }: OrderDraft,
  { id = newId('order'), purpose = 'SERVICE' }: { id?: string; purpose?: OrderPurpose } = {},
): Promise<OrderRow> => {
  const row = await tx.db.order.create({
    data: {
      ...freshRecord(tx, id),
      ...fields,
      purpose,
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
  const subject = { type: 'order', id: row.id } as const
  tx.created(subject, row)
  await postStep(tx, { step: 'open', subject, order: row, amountMinor: row.amountMinor })
  return { ...row, lines: lineRows }
}
