import type { Beginning } from '../agent-runs/start/begin-runs.ts'
import type { AgentToRun } from '../agent-runs/start/lock-agent-to-run.ts'
import { definitionOf } from '../definitions/definition.ts'

/** Runs without a caller use the published version, and act for the user who published it. */
export const beginningOf = ({ agent, agents, timeZone }: AgentToRun): Beginning => {
  const { id: agentId, publishedVersion, publishedBy } = agent!
  const definition = definitionOf(agent!)
  return {
    agentId,
    number: publishedVersion!,
    definition,
    startedBy: publishedBy!,
    agents,
    timeZone,
  }
}
