import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import { BLOCKS, REASONS } from './rules.ts'

const criteriaMembers = {
  instrumentId: idOf('instrument')
    .nullable()
    .meta({ description: 'Instrument of the assessments; null for any instrument.' }),
  providerId: idOf('provider').nullable().meta({
    description:
      'Provider of the children: the provider in the schedule or, if there is none, the primary provider. Null for any provider.',
  }),
  dueWithinDays: z.int().min(0).max(90).meta({
    description: 'Number of days within which the assessment is due; 0 for due today or overdue.',
    example: 0,
  }),
  limit: z
    .int()
    .min(1)
    .max(200)
    .meta({ description: 'Maximum number of children, from 1 to 200.', example: 50 }),
}

/** Filters for the children to find; by default all who are due. */
export const recallFilters = {
  instrumentId: criteriaMembers.instrumentId.default(null),
  providerId: criteriaMembers.providerId.default(null),
  dueWithinDays: criteriaMembers.dueWithinDays.default(0),
}

export const RecallCriteria = z
  .strictObject({
    ...recallFilters,
    limit: criteriaMembers.limit.default(50),
  })
  .meta({ id: 'RecallCriteria', example: { dueWithinDays: 14 } })
export type RecallCriteria = z.infer<typeof RecallCriteria>

/** A run stores all criteria explicitly. */
const StatedCriteria = z.strictObject(criteriaMembers)

const evidenceIds = z.array(naming(ANY_RECORD, z.string())).meta({
  description: 'IDs of the records that support the reason.',
  example: [exampleId('assessment')],
})

export const RecallReason = z
  .strictObject({
    code: growing(z.enum(REASONS)).meta({ description: 'Stable code of the reason.' }),
    points: z.int().meta({ description: 'Points of the reason in the ranking.', example: 133 }),
    evidenceIds,
  })
  .meta({ id: 'RecallReason' })

const Proposed = z.strictObject({
  template: growing(z.enum(['assessment.recall'])).meta({
    description: 'Template of the message that would be sent.',
  }),
  recipientIds: z
    .array(idOf('client'))
    .meta({ description: 'Legal guardians who have an e-mail address.' }),
})

export const AssessmentRecall = resourceSchema('AssessmentRecall', {
  computedAt: z.iso.datetime().meta({
    description: 'When the records were read, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  evaluatedOn: calendarDate().meta({
    description: 'Today’s date in the centre’s time zone.',
    example: '2026-11-21',
  }),
  criteria: StatedCriteria.meta({
    description: 'Criteria of the request, including defaults.',
  }),
  due: z.int().meta({
    description: 'Number of all children who are due. At most `limit` of them are listed.',
    example: 1,
  }),
  message: z
    .strictObject({
      language: growing(z.enum(LANGUAGES)).meta({ description: 'Language of the message.' }),
      subject: z.string().meta({
        description: 'Subject line of the e-mail.',
        example: 'It is time for an appointment',
      }),
      text: z.string().meta({
        description: 'Text of the e-mail, without formatting.',
        example: 'Hello {guardian}, …',
      }),
    })
    .meta({
      description: 'Text to send, with placeholders for first names; null to use the template.',
    }),
  recommendations: z
    .array(
      z.strictObject({
        rank: z.int().meta({
          description: 'Place in the ranking, counted from 1, where 1 is the most urgent.',
          example: 1,
        }),
        childId: idOf('child'),
        score: z.int().meta({ description: 'Sum of the points of all reasons.', example: 133 }),
        dueOn: calendarDate().meta({ description: 'Earliest due date.', example: '2026-10-19' }),
        assessmentIds: z
          .array(idOf('assessment'))
          .meta({ description: 'Assessments of the child that are due.' }),
        reasons: z
          .array(RecallReason)
          .meta({ description: 'Reasons why the child is listed, each with its points.' }),
        proposed: Proposed.nullable().meta({
          description: 'Message that would be sent; null if nobody can be contacted now.',
        }),
        blockedBy: z
          .strictObject({
            code: growing(z.enum(BLOCKS)).meta({
              description: 'Stable code of the reason why the family cannot be contacted.',
            }),
            evidenceIds,
          })
          .nullable()
          .meta({ description: 'Reasons why the family cannot be contacted now.', example: null }),
      }),
    )
    .meta({ description: 'Children due for an assessment, most urgent first.' }),
})
export type AssessmentRecall = z.infer<typeof AssessmentRecall>
