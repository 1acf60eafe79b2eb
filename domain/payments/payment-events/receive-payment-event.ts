import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { StripeEvent } from '#providers/payments/stripe-events.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { isInFlight } from '../payments/rules.ts'
import { paymentCaptureWorkflow } from '../payments/workflows.ts'
import { paymentRefundWorkflow } from '../refunds/workflows.ts'
import type { WebhookAccount } from './find-signed-event.ts'

/** What became of an event. */
export type PaymentEventReceipt = 'ACCEPTED' | 'ALREADY_SETTLED' | 'IGNORED'

/**
 * Accepts a signed event from a gateway. An event only wakes the workflow, which then asks the gateway for the
 * state, so duplicates, delays and order do not matter. The first event of a dispute also records the dispute.
 */
export const receivePaymentEvent = (
  ctx: Context,
  { account, event }: { account: WebhookAccount; event: StripeEvent },
): Promise<PaymentEventReceipt> =>
  transact(ctx, ['payments:write', 'refunds:write', 'disputes:write'], async (tx) => {
    assertOf(account, event)
    const receipt = await receive(tx, account.id, event)
    tx.did(
      { type: 'paymentAccount', id: account.id },
      {
        event: event.id,
        type: event.type,
        receipt,
      },
    )
    return receipt
  })

/** Checks an event's mode and account. At Stripe, one endpoint can receive test, live and Connect events. */
const assertOf = (
  { isLive, gatewayAccountId }: WebhookAccount,
  { isLive: isOfLive, accountId }: StripeEvent,
): void => {
  if (isLive === isOfLive && (accountId === null || accountId === gatewayAccountId)) return
  throw new DomainError(
    'event_of_another_account',
    isLive === isOfLive
      ? 'The event belongs to a different account than this account’s gatewayAccountId.'
      : `The event is in ${isOfLive ? 'live' : 'test'} mode, but the account is not.`,
  )
}

const receive = (tx: Transaction, accountId: string, event: StripeEvent) => {
  const { type, metadata, dispute } = event
  if (dispute) return hearOfDispute(tx, accountId, dispute)
  if (type.startsWith('payment_intent.')) return wakePayment(tx, accountId, metadata)
  if (type.startsWith('refund.') || type === 'charge.refund.updated')
    return wakeRefund(tx, accountId, metadata, FAILED_REFUND.has(type))
  return 'IGNORED'
}

const hearOfDispute = async (
  tx: Transaction,
  accountId: string,
  { state, captureReference: gatewayReference }: NonNullable<StripeEvent['dispute']>,
) => {
  const { tenantId } = tx
  const payment = await tx.db.payment.findFirst({
    where: { tenantId, accountId, gatewayReference },
    // The first of the payments captured together.
    orderBy: { id: 'asc' },
  })
  if (!payment) return 'IGNORED'
  const { id: paymentId } = payment
  const reference = { gatewayReference: state.reference }
  const known = await tx.db.dispute.findFirst({ where: { tenantId, paymentId, ...reference } })
  if (known?.closedAt) return 'ALREADY_SETTLED'
  if (payment.status !== 'SUCCEEDED') throw notCaptured(paymentId)
  await openDispute(tx, paymentId, state)
  return 'ACCEPTED'
}

/** The event arrived before the response to the capture. The gateway sends it again later. */
const notCaptured = (paymentId: string) =>
  new DomainError(
    'payment_in_flight',
    `Payment ${paymentId} is still in progress. Send the event again later.`,
    { extra: { paymentId }, retryAfterSeconds: 5 },
  )

type Metadata = Readonly<Record<string, string>>

const wakePayment = async (tx: Transaction, accountId: string, { payment_id: id }: Metadata) => {
  const payment =
    id === undefined
      ? null
      : await tx.db.payment.findFirst({ where: { tenantId: tx.tenantId, id, accountId } })
  if (!payment) return 'IGNORED'
  if (!isInFlight(payment.status)) return 'ALREADY_SETTLED'
  tx.wake(paymentCaptureWorkflow, payment.id)
  return 'ACCEPTED'
}

/** Includes the older name of the same event. */
const FAILED_REFUND: ReadonlySet<string> = new Set(['refund.failed', 'charge.refund.updated'])

const wakeRefund = async (
  tx: Transaction,
  accountId: string,
  { refund_id: id }: Metadata,
  mayHaveFailed: boolean,
) => {
  const refund =
    id === undefined
      ? null
      : await tx.db.refund.findFirst({
          where: { tenantId: tx.tenantId, id, payment: { accountId } },
        })
  if (!refund) return 'IGNORED'
  const isOpen = refund.status === 'PROCESSING' || (refund.status === 'SUCCEEDED' && mayHaveFailed)
  if (!isOpen) return 'ALREADY_SETTLED'
  tx.wake(paymentRefundWorkflow, refund.id)
  return 'ACCEPTED'
}
