import { assistants } from './assistants/resource.ts'
import { curatedAnswers } from './curated-answers/resource.ts'
import { evaluationRuns } from './evaluation-runs/resource.ts'
import { evaluations } from './evaluations/resource.ts'
import { knowledgeDocuments } from './documents/resource.ts'
import { keptAnswers } from './kept-answers/resource.ts'
import { modelCalls } from './model-calls/resource.ts'
import { models } from './models/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const knowledge = [
  assistants,
  knowledgeDocuments,
  models,
  modelCalls,
  curatedAnswers,
  keptAnswers,
  evaluations,
  evaluationRuns,
] as const
