import { z } from 'zod'
import type {
  Goal as GoalModel,
  GoalMeasurement as GoalMeasurementModel,
  GoalReview as GoalReviewModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { calendarDate, dateText, instant, utc, utcOrNull } from '#platform/core/time.ts'
import { AchievementStatus, FinalAchievement, GoalStatus } from './rules.ts'
import { Verdict } from './trend.ts'

const quantity = () => z.number().min(-1e9).max(1e9)
const targetDate = calendarDate()
  .refine((date) => date >= '2000-01-01' && date < '2200-01-01', {
    error: 'must lie between 2000 and 2200',
  })
  .nullable()
  .meta({ example: '2027-03-31' })

const members = {
  area: line(100).meta({ example: 'Articulation' }),
  title: line(300).meta({ example: 'Says /r/ in words' }),
  description: prose(4000).nullable().meta({ example: 'In picture naming, without a model.' }),
  unit: line(40).meta({ description: 'What is counted.', example: 'percent' }),
  baseline: z.strictObject({ value: quantity() }).meta({ example: { value: 20 } }),
  target: z.strictObject({ value: quantity(), date: targetDate.exactOptional() }).meta({
    description: 'Below the baseline where less is better.',
    example: { value: 80, date: '2027-03-31' },
  }),
  criteria: z.strictObject({ consecutive: z.int().min(1).max(20) }).meta({
    description: 'How many measurements in a row must reach the target.',
    example: { consecutive: 3 },
  }),
}

export const Goal = resourceSchema('Goal', {
  id: idOf('goal'),
  childId: idOf('child'),
  ...members,
  status: z.enum(GoalStatus),
  achievementStatus: z
    .enum(AchievementStatus)
    .meta({ description: "FHIR's goal achievement code." }),
  trend: z.enum(Verdict).meta({
    description: 'Of the latest measurements. `GET /v1/children/{id}/progress` has the numbers.',
  }),
  achievedAt: z.iso.datetime().nullable().meta({ example: null }),
  lastMeasuredAt: z.iso.datetime().nullable().meta({ example: null }),
  endedAt: z.iso.datetime().nullable().meta({ example: null }),
  endReason: prose(2000).nullable().meta({ example: null }),
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
      target: { value: 80, date: '2027-03-31' },
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
      .strictObject({ value: quantity().exactOptional(), date: targetDate.exactOptional() })
      .exactOptional(),
    criteria: members.criteria.exactOptional(),
  })
  .meta({ id: 'PatchGoal', example: { target: { value: 90 } } })
export type PatchGoal = z.infer<typeof PatchGoal>

const reason = prose(2000).min(1).meta({ example: 'The family has moved.' })

export const CompleteGoal = z
  .strictObject({
    achievementStatus: z.enum(FinalAchievement).exactOptional().meta({
      description: 'Required unless the measurements say that it is achieved.',
      example: 'not-attainable',
    }),
    reason: reason.exactOptional(),
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
    value: quantity(),
    trials: z.int().min(1).max(100_000).exactOptional().meta({ description: 'Of how many.' }),
  })
  .meta({ description: "In the goal's unit.", example: { value: 62.5, trials: 16 } })

const measurement = {
  measuredAt: instant().meta({ example: '2026-11-20T10:20:00+01:00' }),
  result,
  sessionId: idOf('session')
    .nullable()
    .meta({ example: exampleId('session') }),
  comment: prose(2000).nullable().meta({ example: 'Tired after school.' }),
}

export const GoalMeasurement = resourceSchema('GoalMeasurement', {
  id: idOf('goalMeasurement'),
  goalId: idOf('goal'),
  ...measurement,
  measuredAt: z.iso.datetime().meta({ example: '2026-11-20T09:20:00.000Z' }),
  recordedBy: z.string().meta({ example: exampleId('apiKey') }),
  late: z.boolean().meta({
    description: 'Whether a later one had been recorded before it. It counts in its place.',
    example: false,
  }),
  voidedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Set when it was taken back: it no longer counts.', example: null }),
  voidReason: prose(2000).nullable().meta({ example: null }),
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

export const VoidMeasurement = z
  .strictObject({ reason: reason.meta({ example: 'Counted for the wrong goal.' }) })
  .meta({ id: 'VoidMeasurement', example: { reason: 'Counted for the wrong goal.' } })

export const GoalReview = resourceSchema('GoalReview', {
  id: idOf('goalReview'),
  goalId: idOf('goal'),
  reason: z.enum(['REGRESSING', 'PLATEAU']),
  status: z.enum(['OPEN', 'ACKNOWLEDGED', 'RESOLVED']),
  response: prose(4000).nullable().meta({ example: null }),
  acknowledgedBy: z.string().nullable().meta({ example: null }),
  acknowledgedAt: z.iso.datetime().nullable().meta({ example: null }),
  resolvedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Set when the trend no longer asks for it.', example: null }),
  ...recordMembers,
})
export type GoalReview = z.infer<typeof GoalReview>

export const AcknowledgeGoalReview = z
  .strictObject({
    response: prose(4000).min(1).meta({ example: 'Back to single sounds for four weeks.' }),
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
  target: { value: row.target, date: row.targetDate && dateText(row.targetDate) },
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
