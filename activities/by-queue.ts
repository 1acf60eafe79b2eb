import type { Activities } from './index.ts'

/** Which activities the worker of a task queue carries out. Bulk work is the work of `care` in few slots. */
export const activitiesByQueue = ({
  deliverDue,
  readImport,
  readKnowledgeDocument,
  indexKnowledgeDocument,
  evaluateQuestions,
  ...care
}: Activities) => ({
  care,
  bulk: care,
  couriers: { deliverDue },
  knowledge: { readKnowledgeDocument, indexKnowledgeDocument, evaluateQuestions },
  parsers: { readImport },
})
