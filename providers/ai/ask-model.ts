import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { AddressPolicy } from '../webhooks/index.ts'
import { CallFailedError } from './call-failed-error.ts'
import type { CallFailure, ChatOutcome, ChatRequest, TokensUsed } from './chat-models.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

/** Characters of an answer. */
const MAX_TEXT = 64 * 1024

/** How providers say that a model has stopped before its end. */
const STOPPED: Readonly<Record<string, CallFailure>> = {
  length: 'answer_cut',
  max_tokens: 'answer_cut',
  content_filter: 'refused',
  refusal: 'refused',
}

/** What has come so far. */
interface Received extends TokensUsed {
  text: string
  stopped: string | undefined
}

/** Asks a model once; whatever becomes of it is the outcome. */
export const askModel = async (
  request: ChatRequest,
  policy: AddressPolicy,
  now: () => Date,
): Promise<ChatOutcome> => {
  const { HumanMessage, SystemMessage } = await import('@langchain/core/messages')
  const { openModel } = await import('./open-model.ts')
  const outOfTime = AbortSignal.timeout(request.timeoutMs)
  const signal = AbortSignal.any([outOfTime, ...(request.signal ? [request.signal] : [])])
  await using guarded = createGuardedFetch(policy, now)
  const received: Received = { text: '', inputTokens: null, outputTokens: null, stopped: undefined }
  const used = () => ({
    text: received.text,
    inputTokens: received.inputTokens,
    outputTokens: received.outputTokens,
  })
  try {
    const model = openModel(request, guarded.fetch)
    const messages = [new SystemMessage(request.system), new HumanMessage(request.prompt)]
    // Not `stream`: it hands prompts to LangSmith wherever that one's variables are set.
    await receive(model._streamResponseChunks(messages, { signal }), received, request)
    // Libraries end a stream that was aborted as if it were complete.
    signal.throwIfAborted()
    const failure = failureIn(received)
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

type Chunks = ReturnType<BaseChatModel['_streamResponseChunks']>

const receive = async (chunks: Chunks, received: Received, { onText }: ChatRequest) => {
  for await (const { text, message, generationInfo } of chunks) {
    received.text += text
    if (received.text.length > MAX_TEXT) throw new CallFailedError('answer_too_large')
    if (text !== '') onText?.(text)
    const usage = (message as { usage_metadata?: { input_tokens: number; output_tokens: number } })
      .usage_metadata
    // Of a message that says it twice the second counts what the first had counted.
    received.inputTokens = most(received.inputTokens, usage?.input_tokens)
    received.outputTokens = most(received.outputTokens, usage?.output_tokens)
    const reason: unknown =
      generationInfo?.['finish_reason'] ?? message.additional_kwargs['stop_reason']
    if (typeof reason === 'string') received.stopped = reason
  }
}

const most = (before: number | null, after: number | undefined): number | null =>
  after === undefined ? before : Math.max(before ?? 0, after)

const failureIn = ({ text, stopped }: Received): CallFailure | null => {
  const failure = stopped === undefined ? undefined : STOPPED[stopped]
  if (failure) return failure
  if (text.trim() !== '') return null
  return stopped === 'stop' || stopped === 'end_turn' ? 'refused' : 'invalid_answer'
}

/** The connection broke while the answer came. */
const isConnection = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'terminated'
