import { defineMoves } from '#platform/core/records/moves.ts'
import { OrderStatus } from './rules.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'

export const orderMoves = defineMoves()({
  noun: 'An order',
  subject: 'order',
  states: OrderStatus,
  initial: ['OPEN'],
  waits: {
    OPEN: 'the payer pays; its invoice reminds them',
    PAID: 'it is paid; it can be refunded',
    REFUNDED: ENDED,
    CANCELLED: ENDED,
    WRITTEN_OFF: ENDED,
  },
  moves: {
    pay: { from: ['OPEN'], to: 'PAID', operation: 'createPayment' },
    cancel: { from: ['OPEN'], to: 'CANCELLED' },
    cancelFree: { from: ['PAID'], to: 'CANCELLED', operation: 'cancelOrder', unlisted: true },
    refund: { from: ['PAID'], to: 'REFUNDED', operation: 'createRefund' },
    'write-off': { from: ['OPEN'], to: 'WRITTEN_OFF', operation: 'writeOffInvoice' },
  },
})

/** An order of 0 is paid when it is created. Nobody has paid for it, so it is cancelled like an open order. */
export const cancellationOf = (order: { status: string; amountMinor: number }) =>
  order.status === 'PAID' && order.amountMinor === 0 ? 'cancelFree' : 'cancel'
