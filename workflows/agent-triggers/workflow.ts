import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'

// Bounded transactions, safe to run twice, retried while the database is unavailable.
const { fireAgentTriggers } = proxyActivities<Activities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/**
 * Starts the runs of a centre's agents for events and schedules. It runs while an agent has a scheduled time;
 * an event that an agent waits for wakes it.
 */
export async function agentTriggers(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  for (;;) {
    wake.reset()
    const { nextAt } = await fireAgentTriggers(input)
    if (wake.woken) continue
    showProgress(nextAt === null ? null : { step: 'start runs', dueAt: nextAt })
    if (nextAt === null) return
    if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
    await wake.until(Date.parse(nextAt), 'start runs')
  }
}
