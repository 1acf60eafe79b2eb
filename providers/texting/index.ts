export { createTwilio } from './twilio.ts'
export { twilioSignature } from './twilio-signature.ts'
export { TEXT_CHANNELS } from './texting-gateway.ts'
export type {
  AcceptedText,
  SignedForm,
  Text,
  TextChannel,
  TextingGateway,
  TextReceipt,
  TextReply,
  TextResult,
} from './texting-gateway.ts'
