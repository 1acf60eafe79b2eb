import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const knowledgeIngestionWorkflow = defineWorkflow({
  name: 'knowledgeIngestion',
  subjectType: 'knowledgeDocument',
  idPrefix: 'knowledge',
  firstStep: 'read',
  taskQueue: 'knowledge',
  unfinished:
    "SELECT tenant_id, id FROM knowledge_documents WHERE status IN ('RECEIVED', 'READING', 'INDEXING')",
})
