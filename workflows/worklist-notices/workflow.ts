import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'

// Bounded transactions, safe to run twice, retried while the database is unavailable.
const { tellPeople } = proxyActivities<Activities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** What begins to wait within this time is told together. */
const GATHERING = '5 seconds'

/**
 * Tells the people of a centre what waits for them: when something begins to wait, before it lapses, and every hour
 * for what begins to wait with time alone. It ends in a centre without users.
 */
export async function worklistNotices(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  for (;;) {
    wake.reset()
    const { nextAt } = await tellPeople(input)
    showProgress(nextAt === null ? null : { step: 'tell people', dueAt: nextAt })
    if (!wake.woken) {
      if (nextAt === null) return
      if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
      await wake.until(Date.parse(nextAt), 'tell people')
    }
    await sleep(GATHERING, { summary: 'gather' })
  }
}
