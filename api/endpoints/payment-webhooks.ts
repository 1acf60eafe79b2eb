import { findSignedEvent, gatewayContext } from '#payments/payment-events/find-signed-event.ts'
import { receivePaymentEvent } from '#payments/payment-events/receive-payment-event.ts'
import type { Context } from '#platform/core/context/context.ts'
import { contextOf, refuse, send } from '../http/call.ts'
import { count, lookUp } from '../http/count.ts'
import { readBody } from '../http/json-body.ts'
import { CREDENTIALS, PAYMENT_WEBHOOK_LIMIT_PER_MINUTE, type Serve } from './public-route.ts'

/** Receives events from the payment gateway of a centre. They have a signature instead of a token. */
export const receivePaymentWebhook: Serve = async (services, c, action) => {
  // Until the signature is verified, the platform is the caller.
  let ctx: Context = contextOf(services, c, action)
  try {
    const body = await readBody(c.req.raw)
    const signature = c.req.header('stripe-signature') ?? ''
    const signed = await lookUp(services, c, CREDENTIALS.paymentWebhook, () =>
      findSignedEvent(services.platform, c.req.param('accountId')!, { body, signature }),
    )
    ctx = gatewayContext({ ...ctx, httpStatus: 200 }, signed.account)
    await count(services, c, {
      key: `payment-webhook-use:${signed.account.id}`,
      limit: PAYMENT_WEBHOOK_LIMIT_PER_MINUTE,
    })
    const receipt = await receivePaymentEvent(ctx, signed)
    services.wakeRelay()
    return send(c, 200, JSON.stringify({ receipt }), { 'Content-Type': 'application/json' })
  } catch (error) {
    return refuse(services, c, ctx, error)
  }
}
