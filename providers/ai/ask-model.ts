import type { AIMessageChunk } from '@langchain/core/messages'
import type { AddressPolicy } from '../webhooks/index.ts'
import { CallFailedError } from './call-failed-error.ts'
import type { CallFailure, ChatOutcome, ChatRequest, TokensUsed, ToolCall } from './chat-models.ts'

/** Maximum characters of an answer, including the inputs of its tool calls. */
const MAX_TEXT = 64 * 1024

/** Why a model stopped early, by the value that the provider reports. */
const STOPPED: Readonly<Record<string, CallFailure>> = {
  length: 'answer_cut',
  max_tokens: 'answer_cut',
  content_filter: 'refused',
  refusal: 'refused',
}

/** The part of the answer received so far. */
interface Received extends TokensUsed {
  text: string
  /** The message, joined from its chunks. */
  message: AIMessageChunk | undefined
  stopped: string | undefined
}

/** Asks a model once. Every result, including a failure, is returned as the outcome. */
export const askModel = async (
  request: ChatRequest,
  policy: AddressPolicy,
  now: () => Date,
): Promise<ChatOutcome> => {
  const { messagesOf, toolCallsIn, toolsOf } = await import('./chat-messages.ts')
  const { openModel } = await import('./open-model.ts')
  const { createGuardedFetch } = await import('./guarded-fetch.ts')
  const outOfTime = AbortSignal.timeout(request.timeoutMs)
  const signal = AbortSignal.any([outOfTime, ...(request.signal ? [request.signal] : [])])
  await using guarded = createGuardedFetch(policy, now)
  const received: Received = {
    text: '',
    message: undefined,
    inputTokens: null,
    outputTokens: null,
    stopped: undefined,
  }
  const { tools = [] } = request
  const toolCalls = (): ToolCall[] =>
    tools.length > 0 && received.message ? toolCallsIn(received.message) : []
  const used = () => ({
    text: received.text,
    toolCalls: toolCalls(),
    inputTokens: received.inputTokens,
    outputTokens: received.outputTokens,
  })
  try {
    const model = openModel(request, guarded.fetch)
    // The options that `bindTools` would add.
    const options = { signal, ...(tools.length > 0 && { tools: toolsOf(tools) }) }
    await receive(await model.stream(messagesOf(request), options), received, request)
    // After an abort, libraries end the stream as if it were complete.
    signal.throwIfAborted()
    const failure = failureIn(received, toolCalls())
    return { ...used(), failure }
  } catch (error) {
    if (request.signal?.aborted) return { ...used(), failure: 'cancelled' }
    if (outOfTime.aborted) return { ...used(), failure: 'timeout' }
    const failed = guarded.failure() ?? (error instanceof CallFailedError ? error : undefined)
    if (!failed)
      return { ...used(), failure: isConnection(error) ? 'unreachable' : 'invalid_answer' }
    const { failure, status, retryAfterSeconds } = failed
    return {
      ...used(),
      failure,
      ...(status !== undefined && { status }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }
  }
}

const receive = async (
  chunks: AsyncIterable<AIMessageChunk>,
  received: Received,
  { onText }: ChatRequest,
) => {
  let length = 0
  for await (const message of chunks) {
    // One provider's `text` of a chunk also contains tool inputs.
    const { text } = message
    received.text += text
    length += text.length
    for (const { args = '' } of message.tool_call_chunks ?? []) length += args.length
    if (length > MAX_TEXT) throw new CallFailedError('answer_too_large')
    received.message = received.message?.concat(message) ?? message
    if (text !== '') onText?.(text)
    const usage = message.usage_metadata as
      | { input_tokens: unknown; output_tokens: unknown }
      | undefined
    // If a message reports its usage twice, the second count includes the first.
    received.inputTokens = most(received.inputTokens, usage?.input_tokens)
    received.outputTokens = most(received.outputTokens, usage?.output_tokens)
    const reason: unknown =
      message.response_metadata['finish_reason'] ?? message.additional_kwargs['stop_reason']
    if (typeof reason === 'string') received.stopped = reason
  }
}

/** More tokens than any model takes. */
const MOST_TOKENS = 1_000_000_000

/** A count that no model can have used is as good as none: the usage is then estimated. */
const most = (before: number | null, after: unknown): number | null =>
  typeof after === 'number' && Number.isInteger(after) && after >= 0 && after <= MOST_TOKENS
    ? Math.max(before ?? 0, after)
    : before

const failureIn = (
  { text, stopped }: Received,
  toolCalls: readonly ToolCall[],
): CallFailure | null => {
  const failure = stopped === undefined ? undefined : STOPPED[stopped]
  if (failure) return failure
  if (text.trim() !== '' || toolCalls.length > 0) return null
  return stopped === 'stop' || stopped === 'end_turn' ? 'refused' : 'invalid_answer'
}

/** The connection broke during the answer. */
const isConnection = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'terminated'
