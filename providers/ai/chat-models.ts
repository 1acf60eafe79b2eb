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
 * | `cancelled` | whoever asked has gone away |
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
  prompt: string
  onText?: ((text: string) => void) | undefined
  /** Ends the call: nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
}

/** What a call has used; null where the provider did not say. */
export interface TokensUsed {
  inputTokens: number | null
  outputTokens: number | null
}

export type ChatOutcome = TokensUsed & { text: string } & (
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
