import { DomainError } from '#platform/core/errors.ts'
import { AGENT_BUDGET } from './assert-agent-budget.ts'
import { callModel, type CalledModel } from './call-model.ts'

/** The model's: the next one may have some left; or that of all agents. */
export type Exhausted = 'budget_exhausted' | 'agent_budget_exhausted'

/** Calls a model, unless a budget is exhausted. */
export const callWithinBudget = async (
  ...call: Parameters<typeof callModel>
): Promise<CalledModel | Exhausted> => {
  try {
    return await callModel(...call)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'ai_budget_exhausted')
      return error.extra['budget'] === AGENT_BUDGET ? 'agent_budget_exhausted' : 'budget_exhausted'
    throw error
  }
}
