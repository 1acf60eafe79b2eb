// What sends is imported from attempt.ts and guarded-agent.ts: a process that sends nothing does not load undici.
export {
  type AddressPolicy,
  createAddressPolicy,
  type UrlRefusalCode,
  UrlRefusedError,
} from './address-policy.ts'
export type { Sender, Transport, TransportOptions } from './attempt.ts'
export type { FailureReason } from './failure.ts'
export { headerProblem } from './headers.ts'
export { isLocalName, type Lookup } from './lookup.ts'
export { MAX_RESPONSE_BYTES } from './response-body.ts'
export type { AttemptResult } from './result.ts'
export { parseRetryAfter } from './retry-after.ts'
export { newWebhookSecret } from './secrets.ts'
export { SIGNATURE_SCHEMES, signDelivery, type SignatureScheme } from './sign.ts'
export { v2SigningText } from './signing-text.ts'
export { verifyV1, verifyV2 } from './verify.ts'
