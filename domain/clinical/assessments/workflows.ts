import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const assessmentReminderWorkflow = defineWorkflow({
  name: 'assessmentReminder',
  subjectType: 'assessment',
  idPrefix: 'assessment-reminder',
  firstStep: 'plan',
})
