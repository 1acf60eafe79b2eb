import {
  GatewayUnavailableError,
  type GatewayAccount,
  type GatewayName,
  type PaymentGateway,
} from './gateway.ts'
import type { PayoutGateway } from './payout-gateway.ts'
import { createSandboxGateway } from './sandbox.ts'

const away = () =>
  Promise.reject(new GatewayUnavailableError('PAYMENT_GATEWAY is none: there is no gateway'))

/** The gateway that PAYMENT_GATEWAY names: of centres that have no account of their own. */
export const createGateway = (name: GatewayName): PaymentGateway & PayoutGateway => {
  switch (name) {
    case 'sandbox':
      return createSandboxGateway()
    case 'none':
      // What began under another configuration stays in flight until there is a gateway.
      return {
        name,
        capture: away,
        refund: away,
        answerDispute: away,
        reviewDispute: away,
        transfer: away,
        payOut: away,
        reverseTransfer: away,
      }
  }
}

/** The gateway of an account. Stripe's library is loaded with the first. `stripeUrl`: where Stripe is, an operator's STRIPE_API_URL. */
export const createAccountGateways = (stripeUrl: string) => {
  const sandbox = createSandboxGateway()
  return async (account: GatewayAccount): Promise<PaymentGateway & PayoutGateway> => {
    if (account.kind === 'SANDBOX') return sandbox
    const { createStripeGateway } = await import('./stripe.ts')
    return createStripeGateway(account.secretKey, stripeUrl)
  }
}
