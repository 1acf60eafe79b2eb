import { createPaymentAccount } from '#payments/payment-accounts/create-payment-account.ts'
import type { Centre } from './centre.ts'

export const STRIPE_SECRET = 'whsec_0123456789abcdef0123'

/** Makes a centre use an account at the Stripe stub. Returns the URL for its events. */
export const connectStripe = async ({ ctx }: Centre): Promise<string> => {
  const { webhookPath } = await createPaymentAccount(ctx, {
    kind: 'STRIPE',
    name: 'Stripe',
    publishableKey: 'pk_test_51HxKpq0123456789',
    secretKey: 'sk_test_51HxKpq0123456789',
    webhookSecret: STRIPE_SECRET,
  })
  return webhookPath!
}
