import type { Activities } from './index.ts'

/** The activities of each task queue's worker. Agent runs and bulk work belong to `care` but have their own slots. */
export const activitiesByQueue = ({
  deliverDue,
  readImport,
  readSlowImport,
  readKnowledgeDocument,
  readSlowKnowledgeDocument,
  indexKnowledgeDocument,
  evaluateQuestions,
  ...care
}: Activities) => ({
  care,
  agents: care,
  bulk: care,
  couriers: { deliverDue },
  knowledge: { readKnowledgeDocument, indexKnowledgeDocument, evaluateQuestions },
  parsers: { readImport },
  'slow-parsers': { readSlowImport, readSlowKnowledgeDocument },
})
