import type { Activities } from './index.ts'

/**
 * The activities that the worker of each task queue executes. Agent runs and bulk work belong to `care` but
 * have slots of their own.
 */
export const activitiesByQueue = ({
  deliverDue,
  readImport,
  readSlowImport,
  readKnowledgeDocument,
  readSlowKnowledgeDocument,
  indexKnowledgeDocument,
  embedStaleDocuments,
  evaluateQuestions,
  ...care
}: Activities) => ({
  care,
  agents: care,
  bulk: care,
  couriers: { deliverDue },
  knowledge: {
    readKnowledgeDocument,
    indexKnowledgeDocument,
    embedStaleDocuments,
    evaluateQuestions,
  },
  parsers: { readImport },
  'slow-parsers': { readSlowImport, readSlowKnowledgeDocument },
})
