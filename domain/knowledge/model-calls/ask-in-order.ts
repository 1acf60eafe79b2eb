import type { AiModel as ModelRow } from '#prisma/generated/client.ts'

/**
 * The result of asking one model. `callId` is set if it was called, and `earlierCallIds` if it was called several
 * times.
 */
export type Attempt<Answer, Failure extends string> = { earlierCallIds?: readonly string[] } & (
  | { callId: string; answer: Answer }
  | { callId?: string; failure: Failure }
)

/** The result of asking several models: the first answer, or why the last model failed. */
export type Attempts<Answer, Failure extends string> = { modelCallIds: string[] } & (
  | { answer: Answer; failure: null }
  | { answer: null; failure: Failure | 'no_model' }
)

/** Asks models in order until one answers or the caller disconnects. */
export const askInOrder = async <Answer, Failure extends string>(
  models: readonly ModelRow[],
  ask: (model: ModelRow) => Promise<Attempt<Answer, Failure>>,
): Promise<Attempts<Answer, Failure>> => {
  const modelCallIds: string[] = []
  let failure: Failure | 'no_model' = 'no_model'
  for (const model of models) {
    const attempt = await ask(model)
    modelCallIds.push(...(attempt.earlierCallIds ?? []))
    if (attempt.callId !== undefined) modelCallIds.push(attempt.callId)
    if ('answer' in attempt) return { modelCallIds, answer: attempt.answer, failure: null }
    failure = attempt.failure
    if (failure === 'cancelled') break
  }
  return { modelCallIds, answer: null, failure }
}
