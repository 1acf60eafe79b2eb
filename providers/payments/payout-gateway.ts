import type { GatewayResult } from './gateway.ts'

/** A transfer for a settlement or for a payout of credit: the amount and the recipient. */
export interface PayoutRequest {
  /** The id of the settlement or of the credit payout. */
  recordId: string
  /** The gateway's token for the account, or the IBAN of a bank account. */
  payoutAccountId: string
  /** The account holder, for an IBAN. */
  holder?: string
  /** Integer minor units of the currency. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** A repeated key moves nothing again and returns the first answer. */
  idempotencyKey: string
}

/**
 * A destination for money. As with a PaymentGateway, final results are returned, and errors that a retry may
 * solve are thrown.
 */
export interface PayoutGateway {
  /** Moves the centre's money to the provider's account at the gateway. */
  transfer(request: PayoutRequest): Promise<GatewayResult>
  /** Pays out to the bank account: the amount transferred to that account, or a family's credit. */
  payOut(request: PayoutRequest): Promise<GatewayResult>
  /** Reverses a transfer. Succeeds if there was none. */
  reverseTransfer(request: PayoutRequest): Promise<GatewayResult>
}
