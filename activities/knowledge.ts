import { cancellationSignal } from '@temporalio/activity'
import { indexKnowledgeDocument } from '#knowledge/documents/index-knowledge-document.ts'
import { readKnowledgeDocument } from '#knowledge/documents/read-knowledge-document.ts'
import type { SubjectInput } from '#platform/core/workflows.ts'
import { runParser } from '../providers/parsing/index.ts'
import type { ActivityDeps } from './index.ts'
import { workflowContext } from './context.ts'

/** Documents that assistants answer from. On the queue of knowledge. */
export const knowledgeActivities = ({ platform }: ActivityDeps) => ({
  readKnowledgeDocument: ({ tenantId, subjectId: id }: SubjectInput): Promise<void> =>
    readKnowledgeDocument(
      workflowContext(platform, tenantId),
      { id, signal: cancellationSignal() },
      runParser,
    ),
  indexKnowledgeDocument: ({ tenantId, subjectId: id }: SubjectInput): Promise<void> =>
    indexKnowledgeDocument(workflowContext(platform, tenantId), {
      id,
      signal: cancellationSignal(),
    }),
})
