import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import type { StripeEvent } from '#providers/payments/stripe-events.ts'
import { isInFlight } from '../payments/rules.ts'
import { paymentCaptureWorkflow } from '../payments/workflows.ts'
import { paymentRefundWorkflow } from '../refunds/workflows.ts'
import type { WebhookAccount } from './find-signed-event.ts'

/** What became of an event. */
export type PaymentEventReceipt = 'ACCEPTED' | 'ALREADY_SETTLED' | 'IGNORED'

/**
 * Takes an event of a gateway, which its account's secret has signed. An event is a bell: it wakes the workflow, which
 * asks the gateway how things are. So it does not matter how often it comes, how late, and in which order.
 */
export const receivePaymentEvent = (
  ctx: Context,
  { account, event }: { account: WebhookAccount; event: StripeEvent },
): Promise<PaymentEventReceipt> =>
  transact(ctx, ['payments:write', 'refunds:write'], async (tx) => {
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

/** Test keys and live keys, and accounts of Connect, can have one endpoint at Stripe. */
const assertOf = (
  { isLive, gatewayAccountId }: WebhookAccount,
  { isLive: isOfLive, accountId }: StripeEvent,
): void => {
  if (isLive === isOfLive && (accountId === null || accountId === gatewayAccountId)) return
  throw new DomainError(
    'event_of_another_account',
    isLive === isOfLive
      ? 'The event is of another account than the gatewayAccountId of this one.'
      : `The event is of ${isOfLive ? 'live' : 'test'} mode, and the account is not.`,
  )
}

const receive = (tx: Transaction, accountId: string, event: StripeEvent) => {
  const { type, metadata } = event
  if (type.startsWith('payment_intent.')) return wakePayment(tx, accountId, metadata)
  if (type.startsWith('refund.') || type === 'charge.refund.updated')
    return wakeRefund(tx, accountId, metadata)
  return 'IGNORED'
}

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

const wakeRefund = async (tx: Transaction, accountId: string, { refund_id: id }: Metadata) => {
  const refund =
    id === undefined
      ? null
      : await tx.db.refund.findFirst({
          where: { tenantId: tx.tenantId, id, payment: { accountId } },
        })
  if (!refund) return 'IGNORED'
  if (refund.status !== 'PROCESSING') return 'ALREADY_SETTLED'
  tx.wake(paymentRefundWorkflow, refund.id)
  return 'ACCEPTED'
}
