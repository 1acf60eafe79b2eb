import { DomainError } from '#platform/core/errors/errors.ts'
import { AGENT_BUDGET } from './assert-agent-budget.ts'
import { RUN_BUDGET } from './assert-run-budget.ts'
import { callModel, type CalledModel } from './call-model.ts'

/**
 * Whose budget is exhausted: the model's (the next model may have some left), that of all agents, or that of
 * the run (the next model may be cheap enough).
 */
export type Exhausted = 'budget_exhausted' | 'agent_budget_exhausted' | 'run_budget_exhausted'

/** Calls a model, unless a budget is exhausted. */
export const callWithinBudget = async (
  ...call: Parameters<typeof callModel>
): Promise<CalledModel | Exhausted> => {
  try {
    return await callModel(...call)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'ai_budget_exhausted')
      return EXHAUSTED[String(error.extra['budget'])] ?? 'budget_exhausted'
    throw error
  }
}

const EXHAUSTED: Readonly<Record<string, Exhausted>> = {
  [AGENT_BUDGET]: 'agent_budget_exhausted',
  [RUN_BUDGET]: 'run_budget_exhausted',
}
