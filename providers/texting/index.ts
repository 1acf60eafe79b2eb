export { createTwilio } from './twilio.ts'
export { twilioSignature } from './twilio-signature.ts'
export { TEXT_CHANNELS } from './texting-gateway.ts'
export type {
  SignedForm,
  Text,
  TextCost,
  TextChannel,
  TextingGateway,
  TextReceipt,
  TextReply,
  TextResult,
} from './texting-gateway.ts'
