import type { Activities } from './index.ts'

/** Which activities the worker of a task queue carries out. Runs of agents and bulk work are work of `care` in slots of their own. */
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
