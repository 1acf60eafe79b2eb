import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

/** One per centre: tells its people what begins to wait for them. */
export const worklistNoticesWorkflow = defineWorkflow({
  name: 'worklistNotices',
  subjectType: 'tenant',
  idPrefix: 'worklist-notices',
  firstStep: 'tell people',
  unfinished: 'SELECT tenant_id, tenant_id AS id FROM tenants WHERE told_until IS NOT NULL',
})
