import { assessmentRecall } from '../recall/assessment-recall.ts'
import type { Needs } from '#platform/core/permissions.ts'
import type { Agent } from './agent.ts'

/** Every agent, by the name under which runs know it. */
const AGENTS: Record<string, Agent> = {
  ASSESSMENT_RECALL: assessmentRecall,
}

/** Starting a run takes what the agents read. */
export const RUN_NEEDS: Needs = [
  'agent-runs:write',
  ...new Set(Object.values(AGENTS).flatMap(({ needs }) => needs)),
]

export const agentOf = (name: string): Agent => {
  const agent = AGENTS[name]
  if (!agent) throw new Error(`There is no agent ${name}`)
  return agent
}
