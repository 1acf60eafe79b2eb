import { publicRoute, text, told } from './public-route.ts'

const accountId = {
  name: 'accountId',
  in: 'path',
  required: true,
  description: 'ID of the payment account, which is the last part of its `webhookPath`.',
  schema: text,
  example: 'pac_01K0000000000000000000000A',
}

const signature = {
  name: 'stripe-signature',
  in: 'header',
  required: true,
  description: 'Stripe’s signature of the bytes of the body. It must be at most 5 minutes old.',
  schema: text,
  example: 't=1764000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
}

export const receivePaymentWebhookRoute = {
  ...publicRoute({
    operationId: 'receivePaymentWebhook',
    tag: 'Payments',
    summary: 'Receive an event from a payment gateway',
    description:
      'For Stripe: configure an endpoint at Stripe that sends payment_intent.*, refund.* and charge.dispute.* here. The response is 2xx once the event is recorded; after any other response the gateway sends the event again. One account accepts at most 1,200 events per minute.',
    success: {
      description:
        'ACCEPTED: the payment, refund or dispute is being checked. ALREADY_SETTLED: it has already ended. IGNORED: the event is not about this account’s payments, refunds or disputes.',
      schema: {
        type: 'object',
        properties: { receipt: told('Result.') },
        required: ['receipt'],
      },
      example: { receipt: 'ACCEPTED' },
    },
    errors: [
      'signature_refused',
      'event_of_another_account',
      'payment_in_flight',
      'body_incomplete',
      'validation_failed',
      'payload_too_large',
    ],
  }),
  parameters: [accountId, signature],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object' },
        example: { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' },
      },
    },
  },
}
