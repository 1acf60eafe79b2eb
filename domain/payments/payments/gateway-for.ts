import { loadTenantRow } from '#organization/tenants/queries.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { findActiveAccount } from '../payment-accounts/queries.ts'
import { assertSandboxAllowed } from '../payment-accounts/rules.ts'
import { CREDIT_GATEWAY, isByHand, MANUAL, type PaymentMethodType } from './rules.ts'

/** The gateway that takes payments or makes payouts, and the centre's account there. */
interface Taker {
  gateway: string
  accountId: string | null
}

/** The gateway for a new payment. */
export const gatewayFor = async (tx: Transaction, type: PaymentMethodType): Promise<Taker> => {
  if (type === 'CREDIT') return { gateway: CREDIT_GATEWAY, accountId: null }
  if (isByHand(type)) return { gateway: MANUAL, accountId: null }
  return gatewayOfCentre(
    tx,
    'Without a gateway you can still record cash, bank transfers and insurers’ payments.',
  )
}

/**
 * The centre's own account, or the sandbox of a deployment without gateways. Read as the centre, because the
 * caller need not be able to see accounts.
 */
export const gatewayOfCentre = async (tx: Transaction, otherwise: string): Promise<Taker> => {
  const { paymentGateway } = tx.platform
  const account = await tx.asCentre(() => findActiveAccount(tx))
  if (account?.kind === 'STRIPE') return { gateway: 'stripe', accountId: account.id }
  if (account) {
    assertSandboxAllowed((await loadTenantRow(tx)).isTest, paymentGateway)
    return { gateway: 'sandbox', accountId: account.id }
  }
  if (paymentGateway === 'sandbox') return { gateway: paymentGateway, accountId: null }
  throw new DomainError(
    'payments_not_accepted',
    `The centre has no payment account. Connect one: POST /v1/payment-accounts. ${otherwise}`,
  )
}
