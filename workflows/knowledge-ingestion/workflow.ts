import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflows.ts'
import { showProgress } from '../progress.ts'

// Each does nothing the second time, or goes on where it was. What a file does to its parser is a result;
// only a database or a file store that is away is tried again, and a worker that died is noticed by its pulse.
const { readKnowledgeDocument, indexKnowledgeDocument } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

/** Reads a document of an assistant, then makes it findable. On a queue of its own: nobody waits behind it. */
export async function knowledgeIngestion(input: SubjectInput): Promise<void> {
  await readKnowledgeDocument(input)
  await indexKnowledgeDocument(input)
  showProgress(null)
}
