import { createAssessmentSchedule } from '#clinical/assessment-schedules/create-assessment-schedule.ts'
import { CreateAssessmentSchedule } from '#clinical/assessment-schedules/schemas.ts'
import { defineAction, done } from '../action.ts'

export const scheduleAssessment = defineAction({
  name: 'schedule_assessment',
  title: 'Schedule an assessment',
  description:
    'Schedules one assessment, or recurring assessments every given number of months. The provider is reminded when an assessment is due.',
  parameters: CreateAssessmentSchedule,
  needs: ['assessment-schedules:write', 'children:read'],
  writesToPeople: false,
  approval: 'NONE',
  perform: async (tx, parameters) => {
    const { id } = await createAssessmentSchedule(tx, parameters)
    return done('assessment scheduled', { type: 'assessmentSchedule', id })
  },
})
