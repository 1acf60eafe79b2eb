import type { OutsideContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { callModel, type CalledModel } from '../model-calls/call-model.ts'
import { loadAiModel } from './queries.ts'

/** Asks a model for one word before the transaction, whether or not the model is enabled. Sends no personal data. */
export const askForOneWord = async (
  ctx: OutsideContext,
  { id }: { id: string },
): Promise<CalledModel> => {
  const model = await read(ctx, 'ai-models:write', (reader) => loadAiModel(reader, id))
  return callModel(
    ctx,
    model,
    {
      purpose: 'TEST',
      assistantId: null,
      childId: null,
      system: 'You are asked whether you can be reached.',
      messages: [{ role: 'USER', text: 'Answer with the word OK.' }],
      sentIds: [],
      readingNeeds: [],
    },
    { needs: 'ai-models:write', temperature: null },
  )
}
