export {
  type AddressPolicy,
  createAddressPolicy,
  type UrlRefusalCode,
  UrlRefusedError,
} from './address-policy.ts'
export {
  ATTEMPT_DEADLINE_MS,
  CONNECTIONS_PER_SENDER,
  createTransport,
  type Delivery,
  type Sender,
  type Transport,
  type TransportOptions,
} from './attempt.ts'
export type { FailureReason } from './failure.ts'
export { type HeaderProblem, headerProblem } from './headers.ts'
export type { Lookup, ResolvedAddress } from './lookup.ts'
export { type BodyState, MAX_RESPONSE_BYTES } from './response-body.ts'
export type { AttemptResult } from './result.ts'
export { newWebhookSecret } from './secrets.ts'
export { type DeliveryToSign, signDelivery, type SignedHeaders } from './sign.ts'
export { type DeliveryIdentity, type RawBody, v2SigningText } from './signing-text.ts'
export {
  DEFAULT_TOLERANCE_SECONDS,
  type Verification,
  type VerificationFailure,
  verifyV1,
  verifyV2,
} from './verify.ts'
