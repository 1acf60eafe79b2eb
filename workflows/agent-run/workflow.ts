import { followSteps, stepsOf } from '../steps.ts'
import type { AgentRunInput } from './messages.ts'

/** One run of an agent: waits for its approval, or for its expiry, and carries out what was approved. */
export const agentRun = (input: AgentRunInput): Promise<void> =>
  followSteps(input, stepsOf('agentRun'))
