import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import {
  defineFollowUp,
  done,
  leftThePlan,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { moveOrder } from '#receivables/orders/move-order.ts'
import { createRefund } from '#payments/refunds/create-refund.ts'
import type { RefundMethod } from '#payments/refunds/rules.ts'
import { inProportion, ofParties } from '#payouts/split-terms/split.ts'
import { cancellationFacts, type CancellationFacts } from './cancellation-facts.ts'
import {
  backOf,
  DECIDE_STEP,
  isDisputed,
  planCancellation,
  WITHDRAWAL_STEP,
  type Back,
  type PaymentStep,
} from './plan-cancellation.ts'

/** Follows the payments of a cancelled appointment. */
export const appointmentCancellation = defineFollowUp<CancellationFacts>({
  resource: 'refunds',
  facts: cancellationFacts,
  plan: planCancellation,
  cancelReason: ({ isOff }) =>
    isOff ? 'nothing is left to refund' : 'the appointment takes place after all',
  waitsFor: ({ order, paid }) => {
    const isUnderWay = paid.some(({ refunds }) =>
      refunds.some(({ status }) => status === 'PROCESSING'),
    )
    if (isUnderWay || (order?.inFlightMinor ?? 0) > 0) return 'the gateway'
    return paid.some(isDisputed) ? 'the payer’s bank' : undefined
  },
  finalStatus: ({ isOff }) => (isOff ? 'COMPLETED' : 'CANCELLED'),
  isSettled: leftThePlan,
  whenLate: () => 'DONE',
  // Money is refunded even during a restriction.
  whileRestricted: () => 'DONE',
  perform: (tx, facts, stepRun) => {
    const { order } = facts
    if (!facts.isOff || !order) return skipped('the appointment takes place after all')
    if (stepRun.step === WITHDRAWAL_STEP) return withdraw(tx, order.id)
    if (stepRun.step === DECIDE_STEP) return askToDecide(facts)
    const [, verb, number] = /^(.+)-(\d+)$/.exec(stepRun.step) ?? []
    const back = backOf(facts)[Number(number) - 1]
    if (!back) return skipped('this version of the platform does not know the step')
    return performFor(tx, back, stepRun, verb as PaymentStep)
  },
})

const performFor = (
  tx: Transaction,
  back: Back,
  stepRun: StepRun,
  verb: PaymentStep,
): Promise<Outcome> | Outcome => {
  switch (verb) {
    case 'refund':
      return giveBack(tx, back, 'ORIGINAL')
    case 'credit':
      return giveBack(tx, back, 'CREDIT')
    case 'hand-back':
      return back.openMinor === 0
        ? skipped(NOTHING_LEFT)
        : done(
            `${back.openMinor} of payment ${back.part.paymentId} was paid in person`,
            `return ${back.openMinor} and record it: refund payment ${back.part.paymentId}`,
          )
    case 'refused':
      return stepRun.runNow ? giveBack(tx, back, 'ORIGINAL') : sayRefused(back)
    case 'reversal':
      return sayReversed(back)
    default:
      return skipped('this version of the platform does not know the step')
  }
}

const NOTHING_LEFT = 'nothing is left to refund'

const giveBack = async (
  tx: Transaction,
  { part: { paymentId }, openMinor }: Back,
  method: RefundMethod,
): Promise<Outcome> => {
  if (openMinor === 0) return skipped(NOTHING_LEFT)
  const reason = 'The appointment was cancelled.'
  const { id } = await createRefund(tx, { id: paymentId, amount: openMinor, method, reason })
  return done(`refund ${id} of ${openMinor} was started`)
}

const sayRefused = ({ part, openMinor }: Back): Outcome =>
  openMinor === 0
    ? skipped(NOTHING_LEFT)
    : done(
        `the gateway refused to refund ${openMinor} of payment ${part.paymentId}`,
        `refund payment ${part.paymentId} another way, or run this step again`,
      )

/** Reports how a settled share was reversed, by party. The next settlement has one line per refund. */
const sayReversed = ({ part }: Back): Outcome => {
  const through = part.refunds.findLast(({ status }) => status === 'SUCCEEDED')
  if (!through || !part.held) return skipped('no refund has succeeded yet')
  const shares = inProportion(
    through.amountMinor,
    ofParties((party) => Math.max(0, part.held![party])),
  )
  return done(
    `the next settlement takes back ${shares.provider} from the provider and ${shares.platform} from the platform`,
  )
}

const withdraw = async (tx: Transaction, orderId: string): Promise<Outcome> => {
  await lockRecord(tx, 'orders', orderId)
  const order = await tx.db.order.findFirst({ where: { tenantId: tx.tenantId, id: orderId } })
  if (order?.status !== 'OPEN') return skipped(`the order is ${order?.status}`)
  await moveOrder(tx, orderId, 'cancel')
  return done(`${order.amountMinor - order.capturedMinor} is no longer owed`)
}

const askToDecide = (facts: CancellationFacts): Outcome => {
  const open = backOf(facts).filter(({ openMinor }) => openMinor > 0)
  const left = open.reduce((sum, { openMinor }) => sum + openMinor, 0)
  if (left === 0) return skipped(NOTHING_LEFT)
  const payments = open.map(({ part }) => part.paymentId).join(', ')
  return done(
    `${left} was paid for a cancelled appointment`,
    `decide what to do with it: refund payment ${payments}, possibly as credit, or acknowledge that it is kept`,
  )
}
