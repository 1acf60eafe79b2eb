import { createAssessmentSchedule } from '#clinical/assessment-schedules/create-assessment-schedule.ts'
import { CreateAssessmentSchedule } from '#clinical/assessment-schedules/schemas.ts'
import { defineAction, done } from '../action.ts'

export const scheduleAssessment = defineAction({
  name: 'schedule_assessment',
  title: 'Schedule an assessment',
  description:
    'Schedules one assessment, or one every so many months. Its provider is reminded when it is due.',
  parameters: CreateAssessmentSchedule,
  needs: ['assessment-schedules:write', 'children:read'],
  writesToPeople: false,
  approval: 'NONE',
  perform: async (tx, parameters) => {
    const { id } = await createAssessmentSchedule(tx, parameters)
    return done('assessment scheduled', { type: 'assessmentSchedule', id })
  },
})
