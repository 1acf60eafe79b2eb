import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { issuedInvoiceOf } from '../invoices/issued-invoice-of.ts'
import { packageUsedBy, returnSession, useSession } from '../session-packages/use-session.ts'
import { moveOrder } from './move-order.ts'
import { lockServiceOrder, orderHold } from './order-hold.ts'

interface Visit {
  id: string
  status: string
  childId: string
  serviceId: string | null
  startsAt: Date
}

/**
 * Uses a package session for a completed appointment, and cancels its open order. An order that is paid, being
 * paid or invoiced is not affected. An undo returns the session. Runs as the centre.
 */
export const coverAppointment = (tx: Transaction, visit: Visit): Promise<void> =>
  tx.asCentre(async () => {
    if (visit.status !== 'COMPLETED') return returnSession(tx, visit.id)
    if ((await packageUsedBy(tx, visit.id)) !== undefined) return
    const order = await lockServiceOrder(tx, visit.id)
    if (order && ((await orderHold(tx, order.id)) || (await issuedInvoiceOf(tx, order.id)))) return
    const used = await useSession(tx, visit)
    if (used && order) await moveOrder(tx, order.id, 'cancel')
  })
