import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { PARSER_TASK_QUEUE, SLOW_PARSER_TASK_QUEUE } from '../task-queues.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// A round of short transactions without effect when repeated. A refusal is a result; only an unavailable
// database is retried, and heartbeats detect a dead worker.
const { carryOutImport } = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

// Waits its turn among the files of other centres. A file that crashes its parser is a result too.
const { readImport } = proxyActivities<Activities>({
  taskQueue: PARSER_TASK_QUEUE,
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

// For a file that takes longer; it waits only among other such files.
const { readSlowImport } = proxyActivities<Activities>({
  taskQueue: SLOW_PARSER_TASK_QUEUE,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

/**
 * Reads the file of an import, then checks, creates or undoes its rows as their records say, in rounds. Each
 * verb wakes or starts it; it ends when nothing is pending.
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
