import { Stripe } from 'stripe'
import type { DisputeState } from './dispute-state.ts'
import { disputeStateOf } from './stripe-disputes.ts'

/** An event of Stripe, as far as it matters here. */
export interface StripeEvent {
  id: string
  type: string
  /** Whether it is about real money. */
  isLive: boolean
  /** The account of Connect that it is about; null: the one that the endpoint belongs to. */
  accountId: string | null
  /** Ours, of the payment intent or refund that it is about: the ids that we gave it. */
  metadata: Readonly<Record<string, string>>
  /** The dispute that it is about, as it was then, and the payment intent that is disputed. */
  dispute: { state: DisputeState; captureReference: string } | null
}

/** How far the time of a signature may be from now: Stripe signs each attempt anew. */
const TOLERANCE_SECONDS = 300

/** The event, if Stripe signed these bytes with the secret, and lately; undefined otherwise. */
export const readStripeEvent = (
  body: string,
  signature: string,
  secret: string,
  now: Date,
): StripeEvent | undefined => {
  // The library looks at what is too old alone.
  if (secondsAhead(signature, now) > TOLERANCE_SECONDS) return undefined
  try {
    const event = Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    )
    const { object } = event.data
    return {
      id: event.id,
      type: event.type,
      isLive: event.livemode,
      accountId: event.account ?? null,
      metadata: 'metadata' in object && object.metadata ? object.metadata : {},
      dispute: disputeIn(object),
    }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
    // Signed, and no event: not by Stripe.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

const secondsAhead = (signature: string, now: Date): number => {
  const [, signedAt] = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1) ?? []
  return Number(signedAt ?? 0) - now.getTime() / 1000
}

const disputeIn = (object: object): StripeEvent['dispute'] => {
  if (!isDispute(object)) return null
  const { payment_intent: intent } = object
  if (intent === null) return null
  return {
    state: disputeStateOf(object),
    captureReference: typeof intent === 'string' ? intent : intent.id,
  }
}

const isDispute = (object: object): object is Stripe.Dispute =>
  'object' in object && object.object === 'dispute'
