import type { Stripe } from 'stripe'
import type { GatewayResult } from './gateway.ts'
import type { PayoutGateway, PayoutRequest } from './payout-gateway.ts'
import { asking } from './stripe-errors.ts'

/** Stripe pays the account out itself on a schedule, so there is nothing to request. */
const BY_SCHEDULE = { outcome: 'SUCCEEDED', reference: 'by_schedule' } as const
const NOTHING_TO_REVERSE = { outcome: 'SUCCEEDED', reference: 'none' } as const

/**
 * Payouts to Stripe Connect accounts. Stripe forgets idempotency keys after a day; after that, existing objects
 * are found by the record's id, which is the transfer group and the payout's metadata.
 */
export const createStripePayouts = ({ accounts, payouts, transfers }: Stripe): PayoutGateway => {
  const findTransfer = async ({ recordId, payoutAccountId }: PayoutRequest) => {
    const listed = { transfer_group: recordId, destination: payoutAccountId, limit: 1 }
    return (await transfers.list(listed)).data[0]
  }

  /** Searches only payouts since the transfer, because an account can have many. */
  const findPayout = async (request: PayoutRequest, since: number) => {
    const listed = { created: { gte: since }, limit: 100 }
    const of = { stripeAccount: request.payoutAccountId }
    for await (const payout of payouts.list(listed, of))
      if (payout.metadata?.['record_id'] === request.recordId) return payout
    return undefined
  }

  const amountOf = ({ amountMinor, currency, recordId }: PayoutRequest) => ({
    amount: amountMinor,
    currency: currency.toLowerCase(),
    metadata: { record_id: recordId },
  })

  return {
    transfer: (request) =>
      asking(async () => {
        const { recordId, payoutAccountId, idempotencyKey } = request
        const { id: reference } =
          (await findTransfer(request)) ??
          (await transfers.create(
            { ...amountOf(request), destination: payoutAccountId, transfer_group: recordId },
            { idempotencyKey },
          ))
        return { outcome: 'SUCCEEDED', reference }
      }, PAYOUT_CODES),

    payOut: (request) =>
      asking(async () => {
        const { payoutAccountId, idempotencyKey } = request
        const { settings } = await accounts.retrieve(payoutAccountId)
        if (settings?.payouts?.schedule.interval !== 'manual') return BY_SCHEDULE
        const transfer = await findTransfer(request)
        const made = transfer && (await findPayout(request, transfer.created))
        return payoutAnswer(
          made ??
            (await payouts.create(amountOf(request), {
              stripeAccount: payoutAccountId,
              idempotencyKey,
            })),
        )
      }, PAYOUT_CODES),

    reverseTransfer: (request) =>
      asking(async () => {
        const transfer = await findTransfer(request)
        if (!transfer) return NOTHING_TO_REVERSE
        if (transfer.reversed) return { outcome: 'SUCCEEDED', reference: transfer.id }
        const { idempotencyKey } = request
        const { id } = await transfers.createReversal(transfer.id, {}, { idempotencyKey })
        return { outcome: 'SUCCEEDED', reference: id }
      }, PAYOUT_CODES),
  }
}

/** A payout in transit is out of the centre's hands: if a bank returns it, it goes to the provider's account. */
const payoutAnswer = ({ id, status, failure_code: code }: Stripe.Payout): GatewayResult =>
  status === 'failed' || status === 'canceled'
    ? { outcome: 'FAILED', failureCode: code ?? 'payout_declined', reference: id }
    : { outcome: 'SUCCEEDED', reference: id }

/** What codes of payments mean for a payout. */
const PAYOUT_CODES: Readonly<Record<string, string>> = {
  unknown_payment_method: 'unknown_payout_account',
}
