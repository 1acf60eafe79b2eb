import { Stripe } from 'stripe'
import type { CaptureRequest, GatewayAnswer, PaymentGateway, RefundRequest } from './gateway.ts'
import { answerStripeDispute, disputeStateOf } from './stripe-disputes.ts'
import type { PayoutGateway } from './payout-gateway.ts'
import { asking, failureOf, isUnexpectedState, unavailable } from './stripe-errors.ts'
import { createStripePayouts } from './stripe-payouts.ts'

/** The limit for one call. The workflow retries, so the library does not. */
const TIMEOUT_MS = 20_000

/** Stripe's names for our types of payment methods. */
const METHOD_TYPES: Readonly<Record<string, 'card' | 'sepa_debit'>> = {
  CARD: 'card',
  SEPA_DEBIT: 'sepa_debit',
}

/** A client of Stripe's library, for Stripe or a test server. */
const createStripeClient = (secretKey: string, apiUrl: string): Stripe => {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
  })
}

/**
 * Payments through Stripe. A payment intent is created first and then confirmed by its stored id. An intent can
 * be confirmed only once, however old it is, whereas Stripe forgets idempotency keys after a day.
 */
export const createStripeGateway = (
  secretKey: string,
  apiUrl: string,
): PaymentGateway & PayoutGateway => {
  const stripe = createStripeClient(secretKey, apiUrl)
  const { disputes, paymentIntents, refunds } = stripe

  /** A failed intent is cancelled, so that it cannot succeed later. */
  const cancel = async (intent: Stripe.PaymentIntent, code: string): Promise<GatewayAnswer> => {
    try {
      await paymentIntents.cancel(intent.id)
    } catch (error) {
      if (!isUnexpectedState(error)) throw error
      // It was decided meanwhile, and that decision counts.
      const now = await paymentIntents.retrieve(intent.id)
      if (now.status !== 'canceled') return answerOf(now)
    }
    return { outcome: 'FAILED', failureCode: code, reference: intent.id }
  }

  const answerOf = async (
    intent: Stripe.PaymentIntent,
    { returnUrl = null, isOverdue = false }: Partial<CaptureRequest> = {},
  ): Promise<GatewayAnswer> => {
    const { id: reference, status, last_payment_error: error } = intent
    switch (status) {
      case 'succeeded':
        return { outcome: 'SUCCEEDED', reference }
      case 'canceled':
        return { outcome: 'FAILED', failureCode: failureOf(error) ?? 'canceled', reference }
      case 'requires_action': {
        const redirectUrl = intent.next_action?.redirect_to_url?.url ?? null
        return redirectUrl === null || returnUrl === null || isOverdue
          ? cancel(intent, 'authentication_required')
          : { outcome: 'PENDING', reference, redirectUrl }
      }
      case 'requires_payment_method':
        return cancel(intent, failureOf(error) ?? 'card_declined')
      case 'processing':
      case 'requires_capture':
      case 'requires_confirmation':
        return { outcome: 'PENDING', reference, redirectUrl: null }
      default:
        throw new TypeError(`A payment intent is ${String(status)}`)
    }
  }

  const confirm = async (reference: string, request: CaptureRequest): Promise<GatewayAnswer> => {
    const { paymentMethodType, paymentMethodId, returnUrl, idempotencyKey } = request
    try {
      const confirmed = await paymentIntents.confirm(
        reference,
        {
          payment_method: paymentMethodId,
          ...(returnUrl !== null && { return_url: returnUrl }),
          ...(paymentMethodType === 'SEPA_DEBIT' && {
            mandate_data: { customer_acceptance: { type: 'offline' } },
          }),
        },
        { idempotencyKey: `${idempotencyKey}/confirm` },
      )
      return await answerOf(confirmed, request)
    } catch (error) {
      if (isUnexpectedState(error))
        return answerOf(await paymentIntents.retrieve(reference), request)
      const failureCode = failureOf(error)
      if (failureCode === undefined) throw error
      return cancel(await paymentIntents.retrieve(reference), failureCode)
    }
  }

  return {
    ...createStripePayouts(stripe),
    name: 'stripe',

    register: async (request) => {
      const { paymentId, amountMinor, currency, returnUrl, idempotencyKey } = request
      const type = METHOD_TYPES[request.paymentMethodType]!
      return asking(async () => {
        const { id: reference } = await paymentIntents.create(
          {
            amount: amountMinor,
            currency: currency.toLowerCase(),
            allowed_payment_method_types: [type],
            automatic_payment_methods: {
              enabled: true,
              allow_redirects: returnUrl === null ? 'never' : 'always',
            },
            metadata: { payment_id: paymentId },
          },
          { idempotencyKey: `${idempotencyKey}/create` },
        )
        return { outcome: 'PENDING', reference, redirectUrl: null }
      })
    },

    capture: async (request) => {
      const { reference } = request
      if (reference === null) throw new TypeError('A payment at Stripe is registered first')
      return asking(async () => {
        const intent = await paymentIntents.retrieve(reference)
        const isFresh =
          intent.status === 'requires_confirmation' ||
          (intent.status === 'requires_payment_method' && !intent.last_payment_error)
        return isFresh ? confirm(reference, request) : answerOf(intent, request)
      })
    },

    refund: ({ refundId, captureReference, amountMinor, idempotencyKey }: RefundRequest) =>
      asking(async () => {
        if (captureReference === null) return { outcome: 'FAILED', failureCode: 'capture_unknown' }
        // Found by its metadata, if the answer was lost longer ago than Stripe keeps idempotency keys.
        const made = await findRefund(captureReference, refundId)
        return refundAnswer(
          made ??
            (await refunds.create(
              {
                payment_intent: captureReference,
                amount: amountMinor,
                metadata: { refund_id: refundId },
              },
              { idempotencyKey: `${idempotencyKey}/refund` },
            )),
        )
      }),

    answerDispute: (request) => asking(() => answerStripeDispute(stripe, request)),

    reviewRefund: async (reference) => {
      try {
        return refundAnswer(await refunds.retrieve(reference))
      } catch (error) {
        throw unavailable(error)
      }
    },

    reviewDispute: async ({ reference }) => {
      try {
        return disputeStateOf(await disputes.retrieve(reference))
      } catch (error) {
        throw unavailable(error)
      }
    },
  }

  async function findRefund(captureReference: string, refundId: string) {
    for await (const refund of refunds.list({ payment_intent: captureReference, limit: 100 }))
      if (refund.metadata?.['refund_id'] === refundId) return refund
    return undefined
  }
}

const refundAnswer = ({ id: reference, status, failure_reason }: Stripe.Refund): GatewayAnswer => {
  switch (status) {
    case 'succeeded':
      return { outcome: 'SUCCEEDED', reference }
    case 'failed':
    case 'canceled':
      return { outcome: 'FAILED', failureCode: failure_reason ?? 'refund_declined', reference }
    case 'pending':
    case 'requires_action':
    case null:
      return { outcome: 'PENDING', reference, redirectUrl: null }
    default:
      throw new TypeError(`A refund is ${status}`)
  }
}
