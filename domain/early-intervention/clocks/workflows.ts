import { defineWorkflow } from '#platform/core/workflows.ts'

export const clockMovingWorkflow = defineWorkflow({
  name: 'clockMoving',
  subjectType: 'holidayCalendar',
  idPrefix: 'clock-moving',
  firstStep: 'move',
  taskQueue: 'bulk',
  unfinished: "SELECT tenant_id, id FROM holiday_calendars WHERE moving = 'RUNNING'",
})
