import { agentReplays } from './agent-replays/resource.ts'
import { agentRuns } from './agent-runs/resource.ts'
import { agentDefinitions } from './agents/resource.ts'
import { catalog } from './catalog/resource.ts'
import { agentRunSteps } from './agent-run-steps/resource.ts'
import { agentTriggers } from './triggers/resource.ts'
import { recall } from './recall/resource.ts'
import { recommendations } from './recommendations/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const agents = [
  agentDefinitions,
  agentRuns,
  agentRunSteps,
  agentTriggers,
  agentReplays,
  recall,
  catalog,
  recommendations,
] as const
