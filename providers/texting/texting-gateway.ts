/** The channels of short texts. */
export const TEXT_CHANNELS = ['SMS', 'WHATSAPP'] as const
export type TextChannel = (typeof TEXT_CHANNELS)[number]

/** One text to one telephone number. */
export interface Text {
  channel: TextChannel
  /** The recipient’s number in E.164, such as +4915112345678. */
  to: string
  /** The number or sender pool of the centre, as the provider knows it. */
  sender: string
  body: string
  /** Where the provider reports what became of the text. */
  receiptUrl: string
}

/** What a provider charges. The amount is in minor units, with a fraction: texts cost less than a cent. */
export interface TextCost {
  amountMinor: number
  currency: string
}

/** What the provider knows about an accepted text. Null: not yet. */
export interface AcceptedText {
  /** The provider’s id. */
  reference: string
  segments: number | null
  cost: TextCost | null
}

/** The provider’s answer. Temporary failures are thrown as `TextingUnavailable` and retried. */
export type TextResult =
  | ({ outcome: 'accepted' } & AcceptedText)
  | { outcome: 'rejected'; what: TextRefusal; code: number }

/** Why a text cannot reach its recipient: the number, a STOP known to the provider, or something else. */
export type TextRefusal = 'address' | 'opted_out' | 'message'

/** A signed report of the provider about a text. Other states on the way are reported as `undefined`. */
export type TextReceipt = AcceptedText & {
  state: 'accepted' | 'delivered' | 'undelivered'
  refusal: TextRefusal | null
}

/** A signed text from a person. */
export interface TextReply {
  reference: string
  channel: TextChannel
  from: string
  /** The senders of the centre that can be meant: the number, and the pool it belongs to. */
  senders: string[]
  body: string
  /** Set if the provider has already answered a word such as STOP. */
  keyword: 'STOP' | 'START' | 'HELP' | null
}

/** A request of the provider, with all that its signature covers. */
export interface SignedForm {
  /** The public URL to which it was sent, with its query. */
  url: string
  form: Readonly<Record<string, string>>
  signature: string
}

/** Sends texts, and reads what the provider reports. */
export interface TextingGateway {
  send(text: Text): Promise<TextResult>
  /** Texts with the same words that the provider accepted for this number since an instant. */
  findAccepted(text: Text, since: Date): Promise<AcceptedText[]>
  /** What a text costs, which is often known only after its delivery. */
  lookUp(reference: string): Promise<AcceptedText | null>
  /** Whether the provider signed a request. */
  isGenuine(request: SignedForm): boolean
  readReceipt(form: SignedForm['form']): TextReceipt | undefined
  readReply(form: SignedForm['form']): TextReply | undefined
}

/** The provider could not accept the text now. Its message contains no number, because failures are logged. */
export class TextingUnavailable extends Error {
  override readonly name = 'TextingUnavailable'
}
