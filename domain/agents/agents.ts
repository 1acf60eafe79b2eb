import { assessmentRecall } from '../recall/assessment-recall.ts'
import type { Agent } from './agent.ts'

/** Every agent, by the name under which runs know it. */
const AGENTS: Record<string, Agent> = {
  'assessment-recall': assessmentRecall,
}

export const agentOf = (name: string): Agent => {
  const agent = AGENTS[name]
  if (!agent) throw new Error(`There is no agent ${name}`)
  return agent
}
