/** The interfaces through which models are called. */
export const MODEL_PROVIDERS = ['OPENAI_COMPATIBLE', 'ANTHROPIC'] as const
export type ModelProvider = (typeof MODEL_PROVIDERS)[number]

/**
 * Why a model call has no answer. The set is closed, because reasons are stored, shown and documented.
 * | reason | meaning | |---|---| | `rate_limited` | the provider answered 429 | | `provider_error` | the
 * provider answered 5xx | | `unauthorized` | the provider answered 401 or 403: the key is wrong | |
 * `request_refused` | any other status than 2xx, often because the provider does not have the model | |
 * `unreachable` | no connection, or it ended before the answer was complete | | `address_refused` | the host is
 * not on the operator's list, or resolves to a forbidden address | | `timeout` | the answer was not complete in
 * time | | `answer_too_large` | the answer exceeds the limit of bytes or characters | | `answer_cut` | the
 * model reached its token limit | | `invalid_answer` | the answer does not match the provider's interface, or
 * not the request | | `refused` | the model, or a filter of its provider, declined to answer | | `cancelled` |
 * the caller disconnected |
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

/** A tool that a model may call. */
export interface ChatTool {
  name: string
  description: string
  /** The JSON Schema of its input, which is an object. */
  parameters: Readonly<Record<string, unknown>>
}

/** A tool call of a model. */
export interface ToolCall {
  /** Identifies the call in its result. */
  id: string
  name: string
  /** Null if the model's input is not a JSON object. */
  input: Record<string, unknown> | null
}

/** A message of the caller, of the model, or of a tool that the model called. */
export type ChatMessage =
  | { role: 'USER'; text: string }
  | { role: 'MODEL'; text: string; toolCalls: readonly ToolCall[] }
  | { role: 'TOOL'; callId: string; name: string; text: string }

/** A model and the request to it. */
export interface ChatRequest {
  provider: ModelProvider
  baseUrl: string
  model: string
  /** Null if the server requires no key. */
  key: string | null
  timeoutMs: number
  maxTokens: number
  /** Null for the provider's default. */
  temperature: number | null
  system: string
  /** The conversation so far, which the model continues. */
  messages: readonly ChatMessage[]
  /** The tools that it may call. Without any, it answers with text only. */
  tools?: readonly ChatTool[]
  onText?: ((text: string) => void) | undefined
  /** Cancels the call when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
}

/** The tokens that a call has used; null if the provider did not report them. */
export interface TokensUsed {
  inputTokens: number | null
  outputTokens: number | null
}

export type ChatOutcome = TokensUsed & { text: string; toolCalls: readonly ToolCall[] } & (
    | { failure: null }
    | { failure: CallFailure; status?: number; retryAfterSeconds?: number }
  )

/** Calls the language models that centres have connected. */
export interface ChatModels {
  /**
   * Refuses a base URL that the policy forbids.
   * @throws {UrlRefusedError}
   */
  assertUrl: (url: string) => Promise<void>
  /** Asks a model once. Never throws for anything that a model or its provider does. */
  ask: (request: ChatRequest) => Promise<ChatOutcome>
}
