import {
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { KNOWLEDGE_TASK_QUEUE } from '../task-queues.ts'

// Short turns on the queue of documents, so that new documents do not wait for all old ones. If the model is
// away for longer, the next run continues.
const { embedStaleDocuments } = proxyActivities<Activities>({
  taskQueue: KNOWLEDGE_TASK_QUEUE,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '10 seconds', maximumAttempts: 5 },
})

/** Embeds documents that have no vectors of the operator's model. Run by a schedule. */
export async function embedKnowledge(): Promise<void> {
  let { documents, passages } = await embedStaleDocuments()
  while (documents > 0) {
    setCurrentDetails(`${passages} passages of ${documents} documents are left to embed`)
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof embedKnowledge>()
    ;({ documents, passages } = await embedStaleDocuments())
  }
  setCurrentDetails('All documents have vectors of the model.')
}
