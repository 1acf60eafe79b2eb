import { activityInfo, cancellationSignal } from '@temporalio/activity'
import { embedKnowledgeDocument } from '#knowledge/documents/embed-knowledge-document.ts'
import {
  embedStaleDocuments,
  type StaleDocuments,
} from '#knowledge/documents/embed-stale-documents.ts'
import { indexKnowledgeDocument } from '#knowledge/documents/index-knowledge-document.ts'
import { evaluateQuestions } from '#knowledge/evaluation-runs/evaluate-questions.ts'
import { readKnowledgeDocument } from '#knowledge/documents/read-knowledge-document.ts'
import type { TurnEnd } from '#platform/core/workflow-kinds/take-turn.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { runParser, type ReadTurn } from '../providers/parsing/index.ts'
import type { ActivityDeps } from './activity-deps.ts'
import { workflowContext } from './context.ts'

/** Processes documents of assistants and questions of evaluations, on the queue for knowledge. */
export const knowledgeActivities = ({ platform }: ActivityDeps) => ({
  readKnowledgeDocument: (input: SubjectInput) => readIn(platform, input, 'short'),
  /** Runs on the queue for slow files. */
  readSlowKnowledgeDocument: (input: SubjectInput) => readIn(platform, input, 'long'),
  /** The document is searched as soon as it is indexed; vectors follow if there is a model. */
  indexKnowledgeDocument: async ({ tenantId, subjectId: id }: SubjectInput): Promise<TurnEnd> => {
    const ctx = workflowContext(platform, tenantId)
    const signal = cancellationSignal()
    const indexed = await indexKnowledgeDocument(ctx, { id, signal })
    return indexed === 'more' ? 'more' : embedKnowledgeDocument(ctx, { id, signal })
  },
  embedStaleDocuments: (): Promise<StaleDocuments> => {
    const workflowId = activityInfo().workflowExecution?.workflowId
    return embedStaleDocuments(platform, { workflowId, signal: cancellationSignal() })
  },
  evaluateQuestions: ({ tenantId, subjectId: id }: SubjectInput): Promise<TurnEnd> =>
    evaluateQuestions(workflowContext(platform, tenantId), { id, signal: cancellationSignal() }),
})

const readIn = (
  platform: ActivityDeps['platform'],
  { tenantId, subjectId: id }: SubjectInput,
  turn: ReadTurn,
): Promise<'read' | 'slow'> =>
  readKnowledgeDocument(
    workflowContext(platform, tenantId),
    { id, turn, signal: cancellationSignal() },
    runParser,
  )
