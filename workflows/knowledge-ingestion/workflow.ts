import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'
import { SLOW_PARSER_TASK_QUEUE } from '../task-queues.ts'

// Each does nothing the second time, or goes on where it was. What a file does to its parser is a result;
// only a database or a file store that is away is tried again, and a worker that died is noticed by its pulse.
const { readKnowledgeDocument, indexKnowledgeDocument } = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

// The same for a file that needs longer, among other such files.
const { readSlowKnowledgeDocument } = proxyActivities<Activities>({
  taskQueue: SLOW_PARSER_TASK_QUEUE,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

/**
 * Reads a document of an assistant, then makes it findable, in turns that are short: another centre's document never
 * waits for the end of this one. On a queue of its own, so that nothing else waits for documents.
 */
export async function knowledgeIngestion(input: SubjectInput): Promise<void> {
  if ((await readKnowledgeDocument(input)) === 'slow') await readSlowKnowledgeDocument(input)
  while ((await indexKnowledgeDocument(input)) === 'more') {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof knowledgeIngestion>(input)
  }
  showProgress(null)
}
