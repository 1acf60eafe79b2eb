import { formTemplates } from './form-templates/resource.ts'
import { noteTemplates } from './note-templates/resource.ts'
import { instruments } from './instruments/resource.ts'
import { sessions } from './sessions/resource.ts'
import { goals } from './goals/resource.ts'
import { notes } from './notes/resource.ts'
import { formResponses } from './form-responses/resource.ts'
import { assessmentSchedules } from './assessment-schedules/resource.ts'
import { assessments } from './assessments/resource.ts'
import { attachments } from './attachments/resource.ts'
import { insights } from './insights/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const clinical = [
  formTemplates,
  noteTemplates,
  instruments,
  sessions,
  goals,
  notes,
  formResponses,
  assessmentSchedules,
  assessments,
  attachments,
  insights,
] as const
