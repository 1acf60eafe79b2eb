import { DomainError } from '#platform/core/errors.ts'
import { callModel, type CalledModel } from './call-model.ts'

/** Calls a model, unless its budget is exhausted: the next one may have some left. */
export const callWithinBudget = async (
  ...call: Parameters<typeof callModel>
): Promise<CalledModel | 'budget_exhausted'> => {
  try {
    return await callModel(...call)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'ai_budget_exhausted')
      return 'budget_exhausted'
    throw error
  }
}
