/** Interfaces that models are asked by. */
export const MODEL_PROVIDERS = ['OPENAI_COMPATIBLE', 'ANTHROPIC'] as const
export type ModelProvider = (typeof MODEL_PROVIDERS)[number]

/**
 * Why a call of a model has no answer. A closed set: it is stored, shown and documented.
 *
 * | reason | meaning |
 * |---|---|
 * | `rate_limited` | the provider answered 429 |
 * | `provider_error` | the provider answered 5xx |
 * | `unauthorized` | the provider answered 401 or 403: the key is wrong |
 * | `request_refused` | another status than 2xx: often a model that the provider does not have |
 * | `unreachable` | no connection, or it ended before the answer was complete |
 * | `address_refused` | the host is not on the operator's list, or leads to an address that may not be called |
 * | `timeout` | the answer was not complete in time |
 * | `answer_too_large` | more bytes, or more text, than an answer has |
 * | `answer_cut` | the model reached its limit of tokens |
 * | `invalid_answer` | the answer is none of the provider's interface, or not what was asked for |
 * | `refused` | the model, or a filter of its provider, declined to answer |
 * | `cancelled` | the caller disconnected |
 */
export const CALL_FAILURES = [
  'rate_limited',
  'provider_error',
  'unauthorized',
  'request_refused',
  'unreachable',
  'address_refused',
  'timeout',
  'answer_too_large',
  'answer_cut',
  'invalid_answer',
  'refused',
  'cancelled',
] as const
export type CallFailure = (typeof CALL_FAILURES)[number]

/** A tool that a model may ask for. */
export interface ChatTool {
  name: string
  description: string
  /** JSON Schema of its input: an object. */
  parameters: Readonly<Record<string, unknown>>
}

/** What a model asks for. */
export interface ToolCall {
  /** By which its result is known. */
  id: string
  name: string
  /** null: what the model wrote is no JSON object. */
  input: Record<string, unknown> | null
}

/** A message of the caller, of the model, or of a tool that the model asked for. */
export type ChatMessage =
  | { role: 'USER'; text: string }
  | { role: 'MODEL'; text: string; toolCalls: readonly ToolCall[] }
  | { role: 'TOOL'; callId: string; name: string; text: string }

/** A model, and what it is asked. */
export interface ChatRequest {
  provider: ModelProvider
  baseUrl: string
  model: string
  /** null: the server asks for none. */
  key: string | null
  timeoutMs: number
  maxTokens: number
  /** null: the provider's own. */
  temperature: number | null
  system: string
  /** The conversation so far; the model goes on with it. */
  messages: readonly ChatMessage[]
  /** What it may ask for; without any it answers by text alone. */
  tools?: readonly ChatTool[]
  onText?: ((text: string) => void) | undefined
  /** Ends the call: nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
}

/** What a call has used; null where the provider did not say. */
export interface TokensUsed {
  inputTokens: number | null
  outputTokens: number | null
}

export type ChatOutcome = TokensUsed & { text: string; toolCalls: readonly ToolCall[] } & (
    | { failure: null }
    | { failure: CallFailure; status?: number; retryAfterSeconds?: number }
  )

/** Language models that centres have connected. */
export interface ChatModels {
  /**
   * Refuses a base URL that may not be called.
   * @throws {UrlRefusedError}
   */
  assertUrl: (url: string) => Promise<void>
  /** Asks once, and never throws for anything that a model or its provider does. */
  ask: (request: ChatRequest) => Promise<ChatOutcome>
}
