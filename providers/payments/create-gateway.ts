import { GatewayUnavailableError, type GatewayName, type PaymentGateway } from './gateway.ts'
import { createSandboxGateway } from './sandbox.ts'

/** The gateway that PAYMENT_GATEWAY names. */
export const createGateway = (name: GatewayName): PaymentGateway => {
  switch (name) {
    case 'sandbox':
      return createSandboxGateway()
    case 'none':
      return {
        name,
        // A payment that began under another configuration stays in flight until there is a gateway.
        capture: () =>
          Promise.reject(
            new GatewayUnavailableError('PAYMENT_GATEWAY is none: nothing is captured'),
          ),
      }
  }
}
