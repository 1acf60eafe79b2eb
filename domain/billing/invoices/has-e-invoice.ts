import { decimalsOf } from '#platform/core/money.ts'
import type { Buyer } from './invoice-line.ts'

/**
 * EN 16931 asks for the buyer's country (BT-55), and amounts have two decimals at most (BR-DEC). Whoever issues
 * sees it in the dry run, while there is still time to complete the payer.
 */
export const hasEInvoice = ({
  buyer,
  currency,
}: {
  buyer: Buyer | null
  currency: string
}): boolean => Boolean(buyer?.address) && decimalsOf(currency) <= 2
