import type { GatewayResult } from './gateway.ts'

/** Of a settlement, or of credit that is paid out: what moves, and to whom. */
export interface PayoutRequest {
  /** The settlement, or the payout of credit. */
  recordId: string
  /** The account at the gateway by its token, or that of a bank by its IBAN. */
  payoutAccountId: string
  /** Whose it is, of an IBAN. */
  holder?: string
  /** Integer minor units of the currency. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** A repeated key moves nothing again and gets the first answer. */
  idempotencyKey: string
}

/** Where money goes to. As of a PaymentGateway, what is final is answered, and what may go better next time is thrown. */
export interface PayoutGateway {
  /** Moves money of the centre to the provider's account at the gateway. */
  transfer(request: PayoutRequest): Promise<GatewayResult>
  /** Pays out to the bank of that account: what was transferred to it, or credit of a family. */
  payOut(request: PayoutRequest): Promise<GatewayResult>
  /** Takes a transfer back; succeeds where there was none. */
  reverseTransfer(request: PayoutRequest): Promise<GatewayResult>
}
