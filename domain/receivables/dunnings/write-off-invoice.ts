import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { lockOrders } from '../invoices/lock-orders.ts'
import { loadInvoice, showInvoice } from '../invoices/queries.ts'
import type { Invoice } from '../invoices/schemas.ts'
import { moveOrder } from '../orders/move-order.ts'
import { IN_FLIGHT } from '../orders/rules.ts'
import { reviewDunning } from './review-dunning.ts'
import { assertOwed } from './rules.ts'
import type { WriteOffInvoice } from './schemas.ts'

/** Writes off the outstanding amount of an invoice as a loss. The invoice stays unchanged. */
export const writeOffInvoice = (
  ctx: Context,
  { id, version, reason }: RecordRef & WriteOffInvoice,
): Promise<Invoice> =>
  transact(ctx, ['invoices:write', 'orders:write'], async (tx) => {
    await lockRecord(tx, 'invoices', id)
    const invoice = await loadInvoice(tx, id)
    assertVersion(invoice, version)
    const { amountDue, orders } = await showInvoice(invoice, tx)
    assertOwed(amountDue)
    const left = orders.filter(({ creditNoteId }) => creditNoteId === null)
    const locked = await lockOrders(
      tx,
      left.map(({ orderId }) => orderId),
    )
    const open = locked.filter(({ status }) => status === 'OPEN').map((order) => order.id)
    await assertNothingInFlight(tx, open)
    for (const orderId of open) await moveOrder(tx, orderId, 'write-off')
    tx.did({ type: 'invoice', id }, { writtenOff: open.length })
    await reviewDunning(tx, id, reason)
    return showInvoice(await loadInvoice(tx, id), tx)
  })

const assertNothingInFlight = async (tx: Transaction, orderIds: string[]): Promise<void> => {
  const payment = await tx.db.payment.findFirst({
    where: { tenantId: tx.tenantId, orderId: { in: orderIds }, status: { in: [...IN_FLIGHT] } },
    select: { id: true },
  })
  if (!payment) return
  throw new DomainError(
    'payment_in_flight',
    `Payment ${payment.id} of the invoice is being captured. Wait for its result.`,
    { extra: { paymentId: payment.id }, retryAfterSeconds: 5 },
  )
}
