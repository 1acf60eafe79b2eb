import { settleCreditPayout } from '#payments/credit-payouts/settle-credit-payout.ts'
import { createCreditPayout } from '#payments/credit-payouts/create-credit-payout.ts'
import { prepayCredit } from '#payments/credits/prepay-credit.ts'
import { listCreditBalances } from '#payments/credits/queries.ts'
import { recordDispute } from '#payments/disputes/record-dispute.ts'
import { settleDispute } from '#payments/disputes/settle-dispute.ts'
import { cancelOrder } from '#receivables/orders/cancel-order.ts'
import { createOrder } from '#receivables/orders/create-order.ts'
import { moveOrder } from '#receivables/orders/move-order.ts'
import { createPayment } from '#payments/payments/create-payment.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { createRefund } from '#payments/refunds/create-refund.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { approveSettlement } from '#payouts/settlements/approve-settlement.ts'
import { completeSettlement } from '#payouts/settlements/complete-settlement.ts'
import { createSettlement } from '#payouts/settlements/create-settlement.ts'
import { failSettlement } from '#payouts/settlements/fail-settlement.ts'
import { recordTransfer } from '#payouts/settlements/record-transfer.ts'
import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { DISPUTE_STATE } from '../../contract/world/billing.ts'
import {
  follow,
  inFlight,
  isHeld,
  leftOf,
  owed,
  type Life,
  type Order,
  type Payment,
  type Refund,
} from './model.ts'

/** The setting of moves: services with prices, and a time for each appointment. */
export interface Till {
  /** What the platform does automatically. */
  ctx: Context
  /** Who calls the verbs of people. */
  caller: Context
  services: readonly { id: string; amount: number }[]
  nextStart: () => Date
}

/** One verb, on record and in the model; the number makes free choices. */
export type Move = (choice: number) => Promise<void>

const MOST_ORDERS = 4
const OK = { outcome: 'SUCCEEDED', reference: 'r' } as const
const NO = { outcome: 'FAILED', failureCode: 'declined' } as const
const ANOTHER = { kind: 'SYSTEM', id: 'another', permissions: 'all' } as const
const reason = 'Ill.'

/** Everything that can happen next. */
export const movesOf = (till: Till, life: Life): Move[] => [
  ...(life.orders.length < MOST_ORDERS ? [ofLines(till, life), ofVisit(till, life)] : []),
  ...life.orders.flatMap((order) => orderMoves(till, life, order)),
  ...creditMoves(till, life),
  ...settlementMoves(till, life),
]

const part = (most: number, choice: number): number =>
  choice % 3 === 0 ? most : 1 + (choice % most)

const newOrder = (
  life: Life,
  id: string,
  { amount, tax = 0 }: { amount: number; tax?: number },
) => {
  const order = { id, amount, tax, status: 'OPEN', isVisit: false, payments: [] } as const
  const kept: Order = { ...order, payments: [] }
  life.orders.push(kept)
  return kept
}

const ofLines =
  ({ caller }: Till, life: Life): Move =>
  async (choice) => {
    const unitAmount = 1 + (choice % 20_000)
    const line = { description: 'Report', quantity: 1, unitAmount, taxRate: 19 }
    const { childId } = life
    const { id, amount, taxAmount: tax } = await createOrder(caller, { childId, lines: [line] })
    newOrder(life, id, { amount, tax })
  }

const ofVisit =
  ({ caller, services, nextStart }: Till, life: Life): Move =>
  async (choice) => {
    const { id: serviceId, amount } = services[choice % services.length]!
    const { childId, providerId } = life
    const type = 'THERAPY_SESSION' as const
    const slot = { childId, providerId, serviceId, type, startsAt: nextStart() }
    const { id: appointmentId } = await createAppointment(caller, slot)
    const { id } = await createOrder(caller, { appointmentId })
    newOrder(life, id, { amount }).isVisit = true
  }

const orderMoves = (till: Till, life: Life, order: Order): Move[] => {
  const { caller } = till
  const left = owed(order) - inFlight(order)
  const pay =
    (by: Payment['by'], most: number): Move =>
    async (choice) => {
      const amount = part(most, choice)
      const id = by === 'CARD' ? 'pm_sandbox_ok' : by === 'CASH' ? 'Receipt 1' : life.creditId!
      const made = await createPayment(caller, {
        orderId: order.id,
        amount,
        paymentMethod: { type: by, id },
      })
      const status = by === 'CARD' ? 'IN_FLIGHT' : 'CAPTURED'
      order.payments.push({ id: made.id, amount, by, status, refunds: [], isSettled: false })
      if (by === 'CREDIT') life.credit -= amount
      follow(order)
    }
  const moves: Move[] = []
  if (left > 0) {
    moves.push(pay('CARD', left), pay('CASH', left))
    if (life.credit > 0) moves.push(pay('CREDIT', Math.min(left, life.credit)))
  }
  if (order.status === 'OPEN' && !isHeld(order))
    moves.push(async () => {
      await cancelOrder(caller, { id: order.id })
      order.status = 'CANCELLED'
    })
  if (order.status === 'OPEN' && inFlight(order) === 0)
    moves.push(async () => {
      await transact(caller, 'orders:write', (tx) => moveOrder(tx, order.id, 'write-off'))
      order.status = 'WRITTEN_OFF'
    })
  return [...moves, ...order.payments.flatMap((it) => paymentMoves(till, life, order, it))]
}

const paymentMoves = (till: Till, life: Life, order: Order, payment: Payment): Move[] => {
  const { ctx, caller } = till
  const { id, dispute } = payment
  if (payment.status === 'IN_FLIGHT') {
    const settle =
      (result: typeof OK | typeof NO, status: Payment['status']): Move =>
      async () => {
        await settlePayment(ctx, { id, result })
        payment.status = status
        follow(order)
      }
    return [settle(OK, 'CAPTURED'), settle(OK, 'CAPTURED'), settle(NO, 'FAILED')]
  }
  const giveBack =
    (method: 'ORIGINAL' | 'CREDIT'): Move =>
    async (choice) => {
      const amount = part(leftOf(payment), choice)
      const begun = await createRefund(caller, { id, amount, method, reason })
      const toCredit = method === 'CREDIT' || payment.by === 'CREDIT'
      const status = toCredit || payment.by === 'CASH' ? 'MADE' : 'IN_FLIGHT'
      payment.refunds.push({ id: begun.id!, amount, toCredit, status })
      if (toCredit) await grant(till, life, amount)
      follow(order)
    }
  const moves: Move[] = payment.refunds.flatMap((it) => refundMoves(till, order, payment, it))
  if (leftOf(payment) > 0 && dispute?.status !== 'OPEN')
    moves.push(giveBack('ORIGINAL'), giveBack('CREDIT'))
  if (payment.by === 'CARD' && !dispute && payment.status === 'CAPTURED' && isWhole(payment))
    moves.push(async () => {
      const { id: disputeId } = await recordDispute(ctx, { paymentId: id, state: stateOf(payment) })
      payment.dispute = { id: disputeId, status: 'OPEN', fee: FEE }
    })
  if (dispute?.status === 'OPEN') moves.push(...disputeMoves(till, order, payment))
  return moves
}

const isWhole = (payment: Payment): boolean => leftOf(payment) === payment.amount

const FEE = 1_500
const stateOf = ({ amount }: Payment) => ({
  ...DISPUTE_STATE,
  amountMinor: amount,
  withdrawnMinor: amount,
  withheldMinor: amount,
  fee: { amountMinor: FEE, currency: 'EUR' },
})

const disputeMoves = ({ ctx }: Till, order: Order, payment: Payment): Move[] => {
  const dispute = payment.dispute!
  return [
    async () => {
      const state = { ...stateOf(payment), status: 'LOST' } as const
      await settleDispute(ctx, { id: dispute.id, state })
      dispute.status = 'LOST'
      follow(order)
    },
    async () => {
      const back = { withheldMinor: 0, fee: { amountMinor: 0, currency: 'EUR' } }
      const state = { ...stateOf(payment), ...back, status: 'WON' } as const
      await settleDispute(ctx, { id: dispute.id, state })
      payment.dispute = { ...dispute, status: 'WON', fee: 0 }
    },
  ]
}

const refundMoves = ({ ctx }: Till, order: Order, payment: Payment, refund: Refund): Move[] => {
  const settle =
    (result: typeof OK | typeof NO, status: Refund['status']): Move =>
    async () => {
      await settleRefund(ctx, { id: refund.id, result })
      refund.status = status
      follow(order)
    }
  if (refund.status === 'IN_FLIGHT') return [settle(OK, 'MADE'), settle(NO, 'FAILED')]
  const canComeBack = refund.status === 'MADE' && payment.by === 'CARD' && !refund.toCredit
  return canComeBack ? [settle(NO, 'FAILED')] : []
}

const grant = async ({ ctx }: Till, life: Life, amount: number): Promise<void> => {
  life.credit += amount
  const query = { limit: 1, sort: '-createdAt', clientId: life.clientId } as const
  life.creditId ??= (await listCreditBalances(ctx, query)).data[0]!.id
}

const creditMoves = (till: Till, life: Life): Move[] => {
  const { ctx } = till
  const prepay: Move = async (choice) => {
    const amount = 1 + (choice % 5_000)
    const receipt = { method: 'CASH', reference: 'Receipt 2' } as const
    await prepayCredit(ctx, { clientId: life.clientId, amount, ...receipt })
    life.prepaid += amount
    await grant(till, life, amount)
  }
  const payOut: Move = async (choice) => {
    const amount = part(life.credit, choice)
    const to = { method: 'PAYOUT_ACCOUNT', destination: 'acct_sandbox_ok' } as const
    const { id } = await createCreditPayout(ctx, { id: life.creditId!, amount, reason, ...to })
    life.payouts.push({ id: id!, amount, status: 'IN_FLIGHT' })
    life.credit -= amount
  }
  const settled = life.payouts
    .filter(({ status }) => status === 'IN_FLIGHT')
    .flatMap((payout): Move[] => [
      async () => {
        await settleCreditPayout(ctx, { id: payout.id, result: OK })
        payout.status = 'MADE'
      },
      async () => {
        await settleCreditPayout(ctx, { id: payout.id, result: NO })
        payout.status = 'FAILED'
        life.credit += payout.amount
      },
    ])
  return [prepay, ...(life.credit > 0 ? [payOut] : []), ...settled]
}

const settlementMoves = ({ ctx }: Till, life: Life): Move[] => {
  const running = life.settlements.find(({ status }) => status === 'RUNNING')
  if (running) {
    const { id } = running
    const end =
      (result: typeof OK | typeof NO): Move =>
      async () => {
        await recordTransfer(ctx, { id, step: 'transfer', result: OK })
        await recordTransfer(ctx, { id, step: 'payOut', result })
        const isPaid = result === OK
        await (isPaid ? completeSettlement(ctx, { id }) : failSettlement(ctx, { id }))
        running.status = isPaid ? 'PAID' : 'FAILED'
        if (!isPaid) for (const payment of running.payments) payment.isSettled = false
      }
    return [end(OK), end(OK), end(NO)]
  }
  const fresh = life.orders
    .filter(({ isVisit }) => isVisit)
    .flatMap(({ payments }) => payments)
    .filter((it) => it.status === 'CAPTURED' && !it.isSettled && it.dispute?.status !== 'OPEN')
  if (fresh.length === 0) return []
  const settle: Move = async () => {
    const { providerId } = life
    const paymentIds = fresh.map((payment) => payment.id)
    const made = await createSettlement(ctx, { providerId, paymentIds })
    const { provider, platform, payout } = made
    await approveSettlement({ ...ctx, actor: ANOTHER }, { id: made.id! })
    const id = made.id!
    life.settlements.push({ id, status: 'RUNNING', provider, platform, payout, payments: fresh })
    for (const payment of fresh) payment.isSettled = true
  }
  return [settle, settle]
}
