import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { PARSER_TASK_QUEUE, SLOW_PARSER_TASK_QUEUE } from '../task-queues.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// A round of short transactions, each of which does nothing when it is repeated. What is refused is a
// result; only a database that is away is tried again, and a worker that died is noticed by its pulse.
const { carryOutImport } = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

// It waits its turn among the files of other centres. What a file does to its parser is a result too.
const { readImport } = proxyActivities<Activities>({
  taskQueue: PARSER_TASK_QUEUE,
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

// The same for a file that needs longer, among other such files.
const { readSlowImport } = proxyActivities<Activities>({
  taskQueue: SLOW_PARSER_TASK_QUEUE,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

/**
 * Reads the file of an import, then checks, creates or undoes its rows as they say, round by round. Each verb wakes it, or
 * starts it anew; it ends when nothing is pending.
 */
export async function appointmentImport(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  for (;;) {
    wake.reset()
    const { left, unread } = await carryOutImport(input)
    if (unread) {
      if ((await readImport(input)) === 'slow') await readSlowImport(input)
      continue
    }
    if (!left && !wake.woken) {
      showProgress(null)
      return
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
  }
}
