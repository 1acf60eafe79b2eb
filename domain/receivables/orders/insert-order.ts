import { newId } from '#platform/core/records/ids.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { postStep } from '../ledger/post-step.ts'
import { openPackage } from '../session-packages/open-package.ts'
import { loadDebtor } from './load-debtor.ts'
import { lineAmounts } from './line-amounts.ts'
import { moveOrder } from './move-order.ts'
import type { DraftLine, OrderDraft } from './order-draft.ts'
import { orderAmounts, type OrderPurpose } from './rules.ts'
import type { OrderRow } from './schemas.ts'

/** Writes an order with its lines, for verbs that have decided on it. */
export const insertOrder = async (
  tx: Transaction,
  { lines, payerId, ...fields }: OrderDraft,
  { id = newId('order'), purpose = 'SERVICE' }: { id?: string; purpose?: OrderPurpose } = {},
): Promise<OrderRow> => {
  const drafted = lines.map((line, index) => lineOf(line, purpose, `lines.${index}`))
  const row = await tx.db.order.create({
    data: {
      ...freshRecord(tx, id),
      ...fields,
      ...(await loadDebtor(tx, { childId: fields.childId, payerId })),
      purpose,
      status: 'OPEN',
      ...orderAmounts(drafted),
    },
  })
  const key = { tenantId: tx.tenantId, orderId: row.id }
  const lineRows = drafted.map((line) => ({ ...key, id: newId('orderLine'), ...line }))
  await tx.db.orderLine.createMany({
    // The database also computes the amounts of lines, and enforces them.
    data: lineRows.map(({ amountMinor: _, discount, ...line }) => ({
      ...line,
      discount: jsonOrNull(discount),
      package: jsonOrNull(line.package),
    })),
  })
  const subject = { type: 'order', id: row.id } as const
  tx.created(subject, row)
  await postStep(tx, { step: 'open', subject, order: row, amountMinor: row.amountMinor })
  for (const { package: bought, quantity, serviceId, description } of lineRows) {
    if (bought === null) continue
    const sessions = bought.sessions * quantity
    await openPackage(tx, row, { ...bought, sessions, serviceId, description })
  }
  // An order of 0 is settled immediately.
  const settled = row.amountMinor === 0 ? await moveOrder(tx, row.id, 'pay') : row
  return { ...settled, lines: lineRows }
}

const lineOf = (line: DraftLine, purpose: OrderPurpose, path: string) => {
  const { serviceId, description, quantity, unitAmountMinor } = line
  const priced = {
    serviceId,
    description,
    quantity,
    unitAmountMinor,
    kind: line.kind ?? (purpose === 'SERVICE' ? 'SERVICE' : 'FEE'),
    discount: line.discount ?? null,
    taxBasisPoints: line.taxBasisPoints ?? 0,
    taxExemption: line.taxExemption ?? null,
    package: line.package ?? null,
  }
  return { ...priced, ...lineAmounts(priced, path) }
}
