import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const seriesBookingWorkflow = defineWorkflow({
  name: 'seriesBooking',
  subjectType: 'series',
  idPrefix: 'series',
  firstStep: 'book',
  interactive: true,
})
