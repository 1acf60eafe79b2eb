import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'
import { SLOW_PARSER_TASK_QUEUE } from '../task-queues.ts'

// Each activity has no effect when it is repeated, or continues at its position. A file that crashes its parser
// is a result; only an unavailable database or file store is retried, and heartbeats detect a dead worker.
const { readKnowledgeDocument, indexKnowledgeDocument } = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

// For a file that takes longer; it waits only among other such files.
const { readSlowKnowledgeDocument } = proxyActivities<Activities>({
  taskQueue: SLOW_PARSER_TASK_QUEUE,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

/**
 * Reads and indexes a document of an assistant in short turns, so documents of other centres never wait for
 * its end. It has its own queue, so nothing else waits for documents.
 */
export async function knowledgeIngestion(input: SubjectInput): Promise<void> {
  if ((await readKnowledgeDocument(input)) === 'slow') await readSlowKnowledgeDocument(input)
  while ((await indexKnowledgeDocument(input)) === 'more') {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof knowledgeIngestion>(input)
  }
  showProgress(null)
}
