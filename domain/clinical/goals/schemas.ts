import { GoalReviewStatus } from './rules.ts'
import { z } from 'zod'
import type {
  Goal as GoalModel,
  GoalMeasurement as GoalMeasurementModel,
  GoalReview as GoalReviewModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText, instant, utc, utcOrNull } from '#platform/core/time/time.ts'
import { AchievementStatus, FinalAchievement, GoalStatus } from './rules.ts'
import { Verdict } from './trend.ts'

const quantity = () => z.number().min(-1e9).max(1e9)
const targetDueOn = calendarDate()
  .refine((date) => date >= '2000-01-01' && date < '2200-01-01', {
    error: 'must be between 2000 and 2200',
  })
  .nullable()
  .meta({ example: '2027-03-31' })

const members = {
  area: line(100).meta({
    description: 'Area of development that the goal belongs to.',
    example: 'Articulation',
  }),
  title: line(300).meta({
    description: 'Title of the goal, as a sentence.',
    example: 'Says /r/ in words',
  }),
  description: prose(4000).nullable().meta({
    description:
      'How the goal is worked on and measured, up to 4,000 characters; null if there is no description.',
    example: 'In picture naming, without a model.',
  }),
  unit: line(40).meta({ description: 'Unit of the measurements.', example: 'percent' }),
  baseline: z
    .strictObject({
      value: quantity().meta({ description: 'Starting value, in the goal’s unit.' }),
    })
    .meta({ description: 'Measured value when the goal was set.', example: { value: 20 } }),
  target: z
    .strictObject({
      value: quantity().meta({ description: 'Target value, in the goal’s unit.' }),
      dueOn: targetDueOn.exactOptional().meta({ description: 'Target date, as YYYY-MM-DD.' }),
    })
    .meta({
      description: 'Value to reach. It is below the baseline if less is better.',
      example: { value: 80, dueOn: '2027-03-31' },
    }),
  criteria: z
    .strictObject({
      consecutive: z.int().min(1).max(20).meta({
        description: 'Number of measurements in a row that must reach the target, from 1 to 20.',
      }),
    })
    .meta({
      description: 'Number of measurements in a row that must reach the target.',
      example: { consecutive: 3 },
    }),
}

export const Goal = resourceSchema('Goal', {
  id: idOf('goal'),
  childId: idOf('child'),
  ...members,
  status: z
    .enum(GoalStatus)
    .meta({ description: 'Whether the goal is active, on hold, or how it ended.' }),
  achievementStatus: z
    .enum(AchievementStatus)
    .meta({ description: 'Progress of the goal, as a FHIR achievement code.' }),
  trend: z.enum(Verdict).meta({
    description:
      'Trend of the latest measurements. For the numbers, use `GET /v1/children/{id}/progress`.',
  }),
  achievedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the target was reached, in UTC; null until then.', example: null }),
  lastMeasuredAt: z.iso.datetime().nullable().meta({
    description: 'When the goal was last measured, in UTC; null until the first measurement.',
    example: null,
  }),
  endedAt: z.iso.datetime().nullable().meta({
    description: 'When the goal was completed or cancelled, in UTC; null until then.',
    example: null,
  }),
  endReason: prose(2000).nullable().meta({
    description: 'Reason for completing or cancelling the goal; null if none was given.',
    example: null,
  }),
  ...recordMembers,
})
export type Goal = z.infer<typeof Goal>

export const CreateGoal = z
  .strictObject({
    childId: idOf('child'),
    area: members.area,
    title: members.title,
    description: members.description.exactOptional(),
    unit: members.unit,
    baseline: members.baseline,
    target: members.target,
    criteria: members.criteria.default({ consecutive: 1 }),
  })
  .meta({
    id: 'CreateGoal',
    example: {
      childId: exampleId('child'),
      area: 'Articulation',
      title: 'Says /r/ in words',
      unit: 'percent',
      baseline: { value: 20 },
      target: { value: 80, dueOn: '2027-03-31' },
      criteria: { consecutive: 3 },
    },
  })
export type CreateGoal = z.infer<typeof CreateGoal>

export const PatchGoal = z
  .strictObject({
    area: members.area.exactOptional(),
    title: members.title.exactOptional(),
    description: members.description.exactOptional(),
    baseline: members.baseline.exactOptional(),
    target: z
      .strictObject({
        value: quantity()
          .exactOptional()
          .meta({ description: 'Target value, in the goal’s unit.' }),
        dueOn: targetDueOn.exactOptional().meta({ description: 'Target date, as YYYY-MM-DD.' }),
      })
      .exactOptional()
      .meta({ description: 'Target value and target date.' }),
    criteria: members.criteria.exactOptional(),
  })
  .meta({ id: 'PatchGoal', example: { target: { value: 90 } } })
export type PatchGoal = z.infer<typeof PatchGoal>

const reason = prose(2000).min(1).meta({
  description: 'Reason for cancelling the goal, up to 2,000 characters.',
  example: 'The family has moved.',
})

export const CompleteGoal = z
  .strictObject({
    achievementStatus: z.enum(FinalAchievement).exactOptional().meta({
      description: 'Final status. Required unless the measurements show that the goal is achieved.',
      example: 'not-attainable',
    }),
    reason: reason
      .exactOptional()
      .meta({ description: 'Reason for completing the goal, for the record.' }),
  })
  .meta({
    id: 'CompleteGoal',
    example: { achievementStatus: 'not-achieved', reason: 'The family has moved.' },
  })
export type CompleteGoal = z.infer<typeof CompleteGoal>

export const CancelGoal = z
  .strictObject({ reason })
  .meta({ id: 'CancelGoal', example: { reason: 'Set for another child by mistake.' } })

const result = z
  .strictObject({
    value: quantity().meta({ description: 'Measured value, in the goal’s unit.' }),
    trials: z
      .int()
      .min(1)
      .max(100_000)
      .exactOptional()
      .meta({ description: 'Number of trials; null if they were not counted.' }),
  })
  .meta({
    description: 'Result of the measurement, in the goal’s unit.',
    example: { value: 62.5, trials: 16 },
  })

const measurement = {
  measuredAt: instant().meta({
    description:
      'When the measurement was taken: ISO 8601 with an offset. The response shows it in UTC.',
    example: '2026-11-20T10:20:00+01:00',
  }),
  result,
  sessionId: idOf('session')
    .nullable()
    .meta({ example: exampleId('session') }),
  comment: prose(2000).nullable().meta({
    description: 'Remarks on the measurement, up to 2,000 characters; null if there are none.',
    example: 'Tired after school.',
  }),
}

export const GoalMeasurement = resourceSchema('GoalMeasurement', {
  id: idOf('goalMeasurement'),
  goalId: idOf('goal'),
  ...measurement,
  measuredAt: z.iso.datetime().meta({
    description: 'Time of the measurement, in UTC.',
    example: '2026-11-20T09:20:00.000Z',
  }),
  recordedBy: z.string().meta({
    description: 'ID of the user or API key that made the record.',
    example: exampleId('apiKey'),
  }),
  late: z.boolean().meta({
    description:
      'Whether a later measurement was already on record. This measurement counts at its own time.',
    example: false,
  }),
  voidedAt: z.iso.datetime().nullable().meta({
    description:
      'When the measurement was voided, in UTC; null if it was not. A voided measurement does not count.',
    example: null,
  }),
  voidReason: prose(2000).nullable().meta({
    description: 'Reason for voiding the measurement; null if it was not voided.',
    example: null,
  }),
  ...recordMembers,
})
export type GoalMeasurement = z.infer<typeof GoalMeasurement>

export const RecordMeasurement = z
  .strictObject({
    measuredAt: measurement.measuredAt,
    result: measurement.result,
    sessionId: measurement.sessionId.exactOptional(),
    comment: measurement.comment.exactOptional(),
  })
  .meta({
    id: 'RecordMeasurement',
    example: {
      measuredAt: '2026-11-20T10:20:00+01:00',
      result: { value: 62.5, trials: 16 },
      comment: 'Tired after school.',
    },
  })
export type RecordMeasurement = z.infer<typeof RecordMeasurement>

export const RecordSessionMeasurements = z
  .strictObject({
    measurements: z
      .array(
        z.strictObject({
          goalId: idOf('goal').meta({ description: 'Goal of the session’s child.' }),
          measuredAt: measurement.measuredAt.exactOptional().meta({
            description:
              'When the measurement was taken: ISO 8601 with an offset. Defaults to the end of the session, or to now while the session is in progress. A goal can have only one measurement at the same instant.',
          }),
          result: measurement.result,
          comment: measurement.comment.exactOptional(),
        }),
      )
      .min(1)
      .max(50)
      .meta({ description: 'Measurements, at most 50.' }),
  })
  .meta({
    id: 'RecordSessionMeasurements',
    example: {
      measurements: [{ goalId: exampleId('goal'), result: { value: 62.5, trials: 16 } }],
    },
  })
export type RecordSessionMeasurements = z.infer<typeof RecordSessionMeasurements>

export const VoidMeasurement = z
  .strictObject({
    reason: reason.meta({
      description: 'Reason for voiding the measurement, up to 2,000 characters.',
      example: 'Counted for the wrong goal.',
    }),
  })
  .meta({ id: 'VoidMeasurement', example: { reason: 'Counted for the wrong goal.' } })

export const GoalReview = resourceSchema('GoalReview', {
  id: idOf('goalReview'),
  goalId: idOf('goal'),
  reason: z
    .enum(['REGRESSING', 'PLATEAU'])
    .meta({ description: 'Whether the child regresses or makes no progress.' }),
  status: z.enum(GoalReviewStatus).meta({
    description: 'Whether the therapist has answered, or the review is no longer needed.',
  }),
  response: prose(4000).nullable().meta({
    description: 'Therapist’s plan for the goal; null until the therapist answers.',
    example: null,
  }),
  acknowledgedBy: z.string().nullable().meta({
    description: 'Who answered: the ID of an API key or a provider; null until then.',
    example: null,
  }),
  acknowledgedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the therapist answered, in UTC; null until then.', example: null }),
  resolvedAt: z.iso.datetime().nullable().meta({
    description: 'When the trend stopped requiring a review, in UTC; null if it still does.',
    example: null,
  }),
  ...recordMembers,
})
export type GoalReview = z.infer<typeof GoalReview>

export const AcknowledgeGoalReview = z
  .strictObject({
    response: prose(4000).min(1).meta({
      description: 'Therapist’s plan for the goal, up to 4,000 characters.',
      example: 'Back to single sounds for four weeks.',
    }),
  })
  .meta({
    id: 'AcknowledgeGoalReview',
    example: { response: 'Back to single sounds for four weeks.' },
  })

export const toGoal = (row: GoalModel): Goal => ({
  id: row.id,
  childId: row.childId,
  area: row.area,
  title: row.title,
  description: row.description,
  unit: row.unit,
  baseline: { value: row.baseline },
  target: { value: row.target, dueOn: row.targetDueOn && dateText(row.targetDueOn) },
  criteria: { consecutive: row.consecutive },
  status: row.status as GoalStatus,
  achievementStatus: row.achievementStatus as AchievementStatus,
  trend: row.trend as Verdict,
  achievedAt: utcOrNull(row.achievedAt),
  lastMeasuredAt: utcOrNull(row.lastMeasuredAt),
  endedAt: utcOrNull(row.endedAt),
  endReason: row.endReason,
  ...recordOf(row),
})

export const toGoalMeasurement = (row: GoalMeasurementModel): GoalMeasurement => ({
  id: row.id,
  goalId: row.goalId,
  measuredAt: utc(row.measuredAt),
  result: { value: row.value, ...(row.trials !== null && { trials: row.trials }) },
  sessionId: row.sessionId,
  comment: row.comment,
  recordedBy: row.recordedBy,
  late: row.late,
  voidedAt: utcOrNull(row.voidedAt),
  voidReason: row.voidReason,
  ...recordOf(row),
})

export const toGoalReview = (row: GoalReviewModel): GoalReview => ({
  id: row.id,
  goalId: row.goalId,
  reason: row.reason as GoalReview['reason'],
  status: row.status as GoalReview['status'],
  response: row.response,
  acknowledgedBy: row.acknowledgedBy,
  acknowledgedAt: utcOrNull(row.acknowledgedAt),
  resolvedAt: utcOrNull(row.resolvedAt),
  ...recordOf(row),
})
