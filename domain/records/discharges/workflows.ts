import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const childDischargeWorkflow = defineWorkflow({
  name: 'childDischarge',
  subjectType: 'discharge',
  idPrefix: 'discharge',
  firstStep: 'end',
  interactive: true,
  unfinished: "SELECT tenant_id, id FROM discharges WHERE status = 'ENDING'",
})
