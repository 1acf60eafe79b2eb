import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const seriesBookingWorkflow = defineWorkflow({
  name: 'seriesBooking',
  subjectType: 'series',
  idPrefix: 'series',
  firstStep: 'book',
  interactive: true,
})
