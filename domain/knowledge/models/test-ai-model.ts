import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { CalledModel } from '../model-calls/call-model.ts'
import type { ModelTest } from './schemas.ts'

/** Tests whether a model responds, and records the result. */
export const testAiModel = (
  ctx: Context,
  { id }: { id: string },
  { callId, outcome, latencyMs }: CalledModel,
): Promise<ModelTest> =>
  transact(ctx, 'ai-models:write', async (tx) => {
    const { failure } = outcome
    tx.did({ type: 'aiModel', id }, { failure })
    const httpStatus = outcome.failure === null ? null : (outcome.status ?? null)
    return { modelId: id, callId, failure, httpStatus, latencyMs }
  })
