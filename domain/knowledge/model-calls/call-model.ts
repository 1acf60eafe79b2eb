import type { AiModel as ModelRow } from '#prisma/generated/client.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { ChatOutcome, ModelProvider } from '#providers/ai/chat-models.ts'
import { openKey } from '../models/seal-key.ts'
import { reserveCall, type AskedModel } from './reserve-call.ts'
import { settleCall } from './settle-call.ts'

interface Call {
  /** Permissions that the caller needs. */
  needs: Needs
  temperature: number | null
  onText?: ((text: string) => void) | undefined
  signal?: AbortSignal | undefined
}

/** The result of a model call. */
export interface CalledModel {
  callId: string
  outcome: ChatOutcome
  latencyMs: number
  /** The recorded tokens of input and output. */
  tokens: number
}

/** Records a call, makes it outside of any transaction, and then records its result. */
export const callModel = async (
  ctx: OutsideContext,
  model: ModelRow,
  asked: AskedModel,
  { needs, temperature, onText, signal }: Call,
): Promise<CalledModel> => {
  const { chatModels, cipher, clock } = ctx.platform
  const callId = await transact(ctx, needs, (tx) => reserveCall(tx, model, asked))
  const startedAt = clock.now().getTime()
  const outcome = await chatModels.ask({
    provider: model.provider as ModelProvider,
    baseUrl: model.baseUrl,
    model: model.model,
    key: openKey(cipher, model),
    timeoutMs: model.timeoutSeconds * 1_000,
    maxTokens: model.maxOutputTokens,
    temperature,
    system: asked.system,
    messages: asked.messages,
    ...(asked.tools && { tools: asked.tools }),
    onText,
    signal,
  })
  const latencyMs = clock.now().getTime() - startedAt
  const { inputTokens, outputTokens } = await transact(ctx, needs, (tx) =>
    settleCall(tx, model, { id: callId, outcome, latencyMs }),
  )
  return { callId, outcome, latencyMs, tokens: inputTokens + outputTokens }
}
