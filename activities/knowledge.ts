import { cancellationSignal } from '@temporalio/activity'
import { embedKnowledgeDocument } from '#knowledge/documents/embed-knowledge-document.ts'
import { indexKnowledgeDocument } from '#knowledge/documents/index-knowledge-document.ts'
import { evaluateQuestions } from '#knowledge/evaluation-runs/evaluate-questions.ts'
import { readKnowledgeDocument } from '#knowledge/documents/read-knowledge-document.ts'
import type { SubjectInput } from '#platform/core/workflows.ts'
import { runParser } from '../providers/parsing/index.ts'
import type { ActivityDeps } from './index.ts'
import { workflowContext } from './context.ts'

/** Documents that assistants answer from, and questions that these are evaluated by. On the queue of knowledge. */
export const knowledgeActivities = ({ platform }: ActivityDeps) => ({
  readKnowledgeDocument: ({ tenantId, subjectId: id }: SubjectInput): Promise<void> =>
    readKnowledgeDocument(
      workflowContext(platform, tenantId),
      { id, signal: cancellationSignal() },
      runParser,
    ),
  /** It answers once it is indexed; vectors follow, where there is a model. */
  indexKnowledgeDocument: async ({ tenantId, subjectId: id }: SubjectInput): Promise<void> => {
    const ctx = workflowContext(platform, tenantId)
    const signal = cancellationSignal()
    await indexKnowledgeDocument(ctx, { id, signal })
    await embedKnowledgeDocument(ctx, { id, signal })
  },
  evaluateQuestions: ({ tenantId, subjectId: id }: SubjectInput): Promise<void> =>
    evaluateQuestions(workflowContext(platform, tenantId), { id, signal: cancellationSignal() }),
})
