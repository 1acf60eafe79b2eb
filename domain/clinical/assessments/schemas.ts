import { z } from 'zod'
import type {
  Assessment as AssessmentModel,
  AssessmentCorrection as CorrectionModel,
  InstrumentEdition as EditionModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText, dateTextOrNull, utc, utcOrNull } from '#platform/core/time/time.ts'
import { instrumentKey } from '../instruments/schemas.ts'
import { AssessmentStatus } from './rules.ts'

const value = () => z.number().min(-1e6).max(1e6)
const valuesByKey = (example: Record<string, number>) =>
  z
    .record(instrumentKey(), value())
    .refine((values) => Object.keys(values).length <= 300, { error: 'must be at most 300' })
    .meta({ example })

const resultMembers = {
  administeredOn: calendarDate().meta({
    description: 'Date on which the assessment took place, as YYYY-MM-DD.',
    example: '2026-11-20',
  }),
  administeredBy: idOf('provider').nullable().meta({
    description: 'Provider who performed the assessment; null if it was performed elsewhere.',
  }),
  edition: z.int().min(1).meta({ description: 'Edition of the instrument.', example: 1 }),
  items: valuesByKey({ naming: 5, phrases: 2 }).meta({
    description: 'Points of each item, by the key of the item.',
  }),
  rawScores: valuesByKey({}).meta({
    description: 'Scores that are not sums of items, by the key of the score.',
  }),
  comment: prose(4000).nullable().meta({
    description: 'Remarks on the result, up to 4,000 characters; null if there are none.',
    example: 'Tired towards the end.',
  }),
}

const AssessmentScore = z
  .strictObject({
    score: instrumentKey().meta({
      description: 'Key of the score in the instrument.',
      example: 'expressive',
    }),
    raw: value().meta({
      description: 'Raw score: the sum of its items, or the value entered.',
      example: 7,
    }),
    norms: z
      .array(
        z.strictObject({
          scale: z.string().meta({
            description: 'Name of the norm’s scale, as the centre calls it.',
            example: 'standard score',
          }),
          value: value().nullable().meta({
            description: 'Value on the scale for the child’s age; null if the norms have none.',
            example: 100,
          }),
          missing: z
            .enum(['no_norms_for_age', 'outside_norms'])
            .exactOptional()
            .meta({ description: 'Reason why there is no value; null if there is one.' }),
        }),
      )
      .meta({
        description: 'The raw score converted by each norm of the instrument.',
        example: [{ scale: 'standard score', value: 100 }],
      }),
  })
  .meta({ id: 'AssessmentScore' })

const resultShown = {
  administeredOn: resultMembers.administeredOn.nullable(),
  administeredBy: resultMembers.administeredBy,
  edition: resultMembers.edition.nullable().meta({
    description: 'Edition of the instrument with which the result was scored.',
    example: 1,
  }),
  ageMonths: z.int().nullable().meta({
    description: 'Age of the child in months at which the norms were applied.',
    example: 42,
  }),
  items: resultMembers.items.nullable(),
  scores: z.array(AssessmentScore).nullable().meta({
    description: 'Raw scores with their norm values; null until the assessment is completed.',
  }),
  comment: resultMembers.comment,
}

const correctionReason = prose(2000).min(1).meta({ example: 'The birth date was wrong.' })

const Correction = z
  .strictObject({
    correctedAt: z.iso.datetime().meta({
      description: 'When the result was corrected, in UTC.',
      example: '2026-11-21T08:00:00.000Z',
    }),
    correctedBy: z.string().meta({
      description: 'ID of the user or API key that made the correction.',
      example: exampleId('apiKey'),
    }),
    reason: correctionReason.meta({ description: 'Reason for the correction.' }),
    before: z.strictObject(resultShown).meta({ description: 'Result before the correction.' }),
  })
  .meta({ id: 'AssessmentCorrection' })

export const Assessment = resourceSchema('Assessment', {
  id: idOf('assessment'),
  childId: idOf('child'),
  instrumentId: idOf('instrument'),
  scheduleId: idOf('assessmentSchedule')
    .nullable()
    .meta({ description: 'Schedule of the assessment; null if it was not scheduled.' }),
  dueOn: calendarDate().meta({
    description: 'Date on which the assessment is due, as YYYY-MM-DD.',
    example: '2026-11-15',
  }),
  status: z.enum(AssessmentStatus).meta({
    description: 'Whether the assessment is scheduled, due, overdue, completed or waived.',
    example: 'COMPLETED',
  }),
  ...resultShown,
  corrections: z
    .array(Correction)
    .meta({ description: 'Earlier versions of the result, oldest first.', example: [] }),
  waiveReason: prose(2000).nullable().meta({
    description: 'Reason why the assessment was waived; null if it was not.',
    example: null,
  }),
  closedBy: z
    .string()
    .nullable()
    .meta({
      description: 'Who completed or waived the assessment; null until then.',
      example: exampleId('apiKey'),
    }),
  closedAt: z.iso.datetime().nullable().meta({
    description: 'When the assessment was completed or waived, in UTC; null until then.',
    example: '2026-11-20T10:12:00.000Z',
  }),
  ...recordMembers,
})
export type Assessment = z.infer<typeof Assessment>

const sentResult = {
  administeredOn: resultMembers.administeredOn,
  administeredBy: resultMembers.administeredBy.default(null),
  edition: resultMembers.edition
    .exactOptional()
    .meta({ description: 'Edition with which to score. Defaults to the newest edition.' }),
  items: resultMembers.items.default({}),
  rawScores: resultMembers.rawScores.default({}),
  comment: resultMembers.comment.default(null),
}

const RESULT_EXAMPLE = { administeredOn: '2026-11-20', items: { naming: 5, phrases: 2 } }

export const CompleteAssessment = z
  .strictObject(sentResult)
  .meta({ id: 'CompleteAssessment', example: RESULT_EXAMPLE })
export type CompleteAssessment = z.infer<typeof CompleteAssessment>

export const RecordAssessment = z
  .strictObject({ childId: idOf('child'), instrumentId: idOf('instrument'), ...sentResult })
  .meta({
    id: 'RecordAssessment',
    example: {
      childId: exampleId('child'),
      instrumentId: exampleId('instrument'),
      ...RESULT_EXAMPLE,
    },
  })
export type RecordAssessment = z.infer<typeof RecordAssessment>

export const CorrectAssessment = z
  .strictObject({
    ...sentResult,
    reason: correctionReason.meta({
      description: 'Reason for the correction, up to 2,000 characters.',
    }),
  })
  .meta({
    id: 'CorrectAssessment',
    example: { ...RESULT_EXAMPLE, reason: 'The birth date was wrong.' },
  })

export const WaiveAssessment = z
  .strictObject({
    reason: prose(2000).min(1).meta({
      description: 'Reason why the assessment is not needed, up to 2,000 characters.',
      example: 'Assessed at the hospital.',
    }),
  })
  .meta({ id: 'WaiveAssessment', example: { reason: 'Assessed at the hospital.' } })

export type AssessmentRow = AssessmentModel & {
  edition: Pick<EditionModel, 'edition'> | null
  corrections: CorrectionModel[]
}

export const toAssessment = (row: AssessmentRow): Assessment => ({
  id: row.id,
  childId: row.childId,
  instrumentId: row.instrumentId,
  scheduleId: row.scheduleId,
  dueOn: dateText(row.dueOn),
  status: row.status,
  administeredOn: dateTextOrNull(row.administeredOn),
  administeredBy: row.administeredBy,
  edition: row.edition?.edition ?? null,
  ageMonths: row.ageMonths,
  items: fromJson(Assessment.shape.items, row.items),
  scores: fromJson(Assessment.shape.scores, row.scores),
  comment: row.comment,
  corrections: row.corrections.map(({ createdAt, correctedBy, reason, before }) => ({
    correctedAt: utc(createdAt),
    correctedBy,
    reason,
    before: fromJson(Correction.shape.before, before),
  })),
  waiveReason: row.waiveReason,
  closedBy: row.closedBy,
  closedAt: utcOrNull(row.closedAt),
  ...recordOf(row),
})
