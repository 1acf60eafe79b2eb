import { createAccountGateways } from '../providers/payments/create-gateway.ts'
import type { GatewayAccount, PaymentGateway } from '../providers/payments/gateway.ts'
import type { PayoutGateway } from '../providers/payments/payout-gateway.ts'
import { STRIPE_API_URL } from '../providers/payments/gateway.ts'
import type { ActivityDeps } from './activity-deps.ts'

/** The gateway of a centre's account; without an account, the deployment's. */
export const gatewaysOf = ({
  gateway,
  stripeUrl = STRIPE_API_URL,
}: Pick<ActivityDeps, 'gateway' | 'stripeUrl'>) => {
  const ofAccount = createAccountGateways(stripeUrl)
  return async (account: GatewayAccount | null): Promise<PaymentGateway & PayoutGateway> =>
    account ? ofAccount(account) : gateway
}
