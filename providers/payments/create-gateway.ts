import { GatewayUnavailableError, type GatewayName, type PaymentGateway } from './gateway.ts'
import type { PayoutGateway } from './payout-gateway.ts'
import { createSandboxGateway } from './sandbox.ts'

const away = () =>
  Promise.reject(new GatewayUnavailableError('PAYMENT_GATEWAY is none: there is no gateway to ask'))

/** The gateway that PAYMENT_GATEWAY names. */
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
        transfer: away,
        payOut: away,
        reverseTransfer: away,
      }
  }
}
