import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'

// Continues after the triggers that are settled; heartbeats detect a dead worker.
const { replayAgentTriggers } = proxyActivities<Activities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

/** Replays an agent over past events and times, in short turns on the queue of bulk work. */
export async function agentReplay(input: SubjectInput): Promise<void> {
  while ((await replayAgentTriggers(input)) === 'more') {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof agentReplay>(input)
  }
  showProgress(null)
}
