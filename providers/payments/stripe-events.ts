import { Stripe } from 'stripe'
import type { DisputeState } from './dispute-state.ts'
import { disputeStateOf } from './stripe-disputes.ts'

/** The parts of a Stripe event that matter here. */
export interface StripeEvent {
  id: string
  type: string
  /** Whether it concerns real money. */
  isLive: boolean
  /** The Connect account that it concerns; null for the account that owns the endpoint. */
  accountId: string | null
  /** The metadata of its payment intent or refund: the ids that we set. */
  metadata: Readonly<Record<string, string>>
  /** The dispute as of the event, and the disputed payment intent. */
  dispute: { state: DisputeState; captureReference: string } | null
}

/** The maximum difference between a signature's time and now. Stripe signs each attempt again. */
const TOLERANCE_SECONDS = 300

/** The event, if Stripe signed these bytes with the secret recently; undefined otherwise. */
export const readStripeEvent = (
  body: string,
  signature: string,
  secret: string,
  now: Date,
): StripeEvent | undefined => {
  // The library only checks for old signatures.
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
    // Signed, but not an event, so not from Stripe.
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
