import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const assessmentReminderWorkflow = defineWorkflow({
  name: 'assessmentReminder',
  subjectType: 'assessment',
  idPrefix: 'assessment-reminder',
  firstStep: 'plan',
})
