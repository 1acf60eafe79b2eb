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
    .meta({ description: 'Only assessments by this instrument; null for any.' }),
  providerId: idOf('provider').nullable().meta({
    description: 'Children of this provider: of the schedule, or else the primary provider.',
  }),
  dueWithinDays: z
    .int()
    .min(0)
    .max(90)
    .meta({ description: '0: due today or before.', example: 0 }),
  limit: z
    .int()
    .min(1)
    .max(200)
    .meta({ description: 'Most children to list, from 1 to 200.', example: 50 }),
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
  description: 'Ids of the records that support it.',
  example: [exampleId('assessment')],
})

export const RecallReason = z
  .strictObject({
    code: growing(z.enum(REASONS)).meta({ description: 'Reason for calling the child in.' }),
    points: z.int().meta({ description: 'Weight in the ranking.', example: 133 }),
    evidenceIds,
  })
  .meta({ id: 'RecallReason' })

const Proposed = z.strictObject({
  template: growing(z.enum(['assessment.recall'])).meta({
    description: 'Template of the message that would be sent.',
  }),
  recipientIds: z
    .array(idOf('client'))
    .meta({ description: 'Legal guardians with an e-mail address.' }),
})

export const AssessmentRecall = resourceSchema('AssessmentRecall', {
  computedAt: z.iso.datetime().meta({
    description: 'When the records were read, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  evaluatedOn: calendarDate().meta({
    description: 'Today, where the centre is.',
    example: '2026-11-21',
  }),
  criteria: StatedCriteria.meta({
    description: 'The request, with defaults filled in.',
  }),
  due: z.int().meta({
    description: 'Number of all due children; at most `limit` of them are listed.',
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
    .meta({ description: 'Text to send, with placeholders for first names.' }),
  recommendations: z
    .array(
      z.strictObject({
        rank: z.int().meta({
          description: 'Place in the ranking, counted from 1, the most urgent.',
          example: 1,
        }),
        childId: idOf('child'),
        score: z.int().meta({ description: 'The sum of the points.', example: 133 }),
        dueOn: calendarDate().meta({ description: 'The earliest.', example: '2026-10-19' }),
        assessmentIds: z
          .array(idOf('assessment'))
          .meta({ description: 'Assessments of the child that are due.' }),
        reasons: z
          .array(RecallReason)
          .meta({ description: 'Why the child is in the list, each reason with its points.' }),
        proposed: Proposed.nullable().meta({
          description: 'Null: nobody can be written to now.',
        }),
        blockedBy: z
          .strictObject({
            code: growing(z.enum(BLOCKS)).meta({
              description: 'Reasons against writing to the family.',
            }),
            evidenceIds,
          })
          .nullable()
          .meta({ description: 'Why not.', example: null }),
      }),
    )
    .meta({ description: 'Children to call in, the most urgent first.' }),
})
export type AssessmentRecall = z.infer<typeof AssessmentRecall>
