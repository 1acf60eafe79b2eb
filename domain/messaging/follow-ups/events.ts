import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { SubjectType } from '#platform/core/records/subject-type.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { FOLLOW_UP_KINDS } from './names.ts'

export const followUpEvents = defineEvents({
  'follow_up.action_required': defineEvent({
    description: 'A step of a follow-up needs a person (`GET /v1/worklist`).',
    payload: z.strictObject({
      followUpId: idOf('followUp'),
      kind: growing(z.enum(FOLLOW_UP_KINDS)).meta({
        description: 'Kind of the follow-up.',
      }),
      step: z.string().meta({ description: 'The step that needs a person.' }),
      subjectType: SubjectType.meta({ description: 'Kind of record that the follow-up is about.' }),
      subjectId: naming(ANY_RECORD, z.string()).meta({ description: 'ID of that record.' }),
    }),
    example: {
      followUpId: exampleId('followUp'),
      kind: 'ASSESSMENT_REMINDER' as const,
      step: 'escalation',
      subjectType: 'ASSESSMENT' as const,
      subjectId: exampleId('assessment'),
    },
  }),
})
