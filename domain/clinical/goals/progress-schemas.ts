import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { AchievementStatus, GoalStatus } from './rules.ts'
import { TREND, Verdict } from './trend.ts'

const number = (description: string, example: number) => z.number().meta({ description, example })

const Statement = z.strictObject({
  code: growing(
    z.enum([
      'not_measured',
      'not_enough_data',
      'improving',
      'regressing',
      'plateau',
      'inconclusive',
      'target_reached',
      'on_pace',
      'behind_pace',
      'past_target_date',
      'stale',
    ]),
  ).meta({ description: 'Stable code of the statement.', example: 'improving' }),
  text: z.string().meta({
    description: 'The statement in a sentence, with its numbers.',
    example:
      'Moves towards the target by 6.2 percent in 30 days (90% interval 3.1 to 8; 8 measurements; p = 0.002).',
  }),
  measurementIds: z
    .array(idOf('goalMeasurement'))
    .meta({ description: 'Measurements that support the statement.' }),
})
export type Statement = z.infer<typeof Statement>

const ProgressTrend = z.strictObject({
  verdict: z.enum(Verdict).meta({ description: 'Verdict on the trend.' }),
  measurements: z.int().meta({ description: 'Number of measurements used.', example: 8 }),
  startsAt: z.iso.datetime().meta({
    description: 'Time of the first of these measurements, in UTC.',
    example: '2026-09-22T09:20:00.000Z',
  }),
  endsAt: z.iso.datetime().meta({
    description: 'Time of the last of these measurements, in UTC.',
    example: '2026-11-20T09:20:00.000Z',
  }),
  kendallS: number('Number of rising pairs minus falling pairs.', 22),
  pValue: number('Two-sided p-value of the Mann–Kendall test.', 0.0099),
  exact: z.boolean().meta({
    description: 'Whether the p-value is from the exact distribution of S.',
    example: true,
  }),
  slopePer30Days: number('Theil–Sen slope, in the goal’s unit.', 6.2),
  interval: z
    .strictObject({
      low: number('Lower bound of the slope.', 3.1),
      high: number('Upper bound of the slope.', 8),
    })
    .meta({ description: 'Confidence interval of the slope, in the goal’s unit per 30 days.' }),
})

const GoalProgress = z.strictObject({
  goalId: idOf('goal'),
  area: z.string().meta({
    description: 'Area of development that the goal belongs to.',
    example: 'Articulation',
  }),
  title: z
    .string()
    .meta({ description: 'Title of the goal, as a sentence.', example: 'Says /r/ in words' }),
  unit: z
    .string()
    .meta({ description: 'Unit of baseline, target and measurements.', example: 'percent' }),
  status: z
    .enum(GoalStatus)
    .meta({ description: 'Whether the goal is active, on hold, or how it ended.' }),
  achievementStatus: z
    .enum(AchievementStatus)
    .meta({ description: 'Progress of the goal, as a FHIR achievement code.' }),
  baseline: z.number().meta({ description: 'Starting value, in the goal’s unit.', example: 20 }),
  target: z.number().meta({ description: 'Target value, in the goal’s unit.', example: 80 }),
  targetDueOn: z.iso.date().nullable().meta({
    description: 'Target date, as YYYY-MM-DD; null if there is none.',
    example: '2027-03-31',
  }),
  level: z
    .number()
    .nullable()
    .meta({ description: 'Median of the latest three measurements.', example: 62 }),
  share: z.number().nullable().meta({
    description: 'Share of the way from baseline to target; 1 means that the target is reached.',
    example: 0.7,
  }),
  neededPer30Days: z.number().nullable().meta({
    description: 'Change per 30 days that is needed to reach the target on the target date.',
    example: 4.1,
  }),
  trend: ProgressTrend.nullable().meta({
    description: 'Trend of the measurements; null if there are too few.',
  }),
  statements: z.array(Statement).meta({
    description: 'Statements about the goal, each with the measurements behind it.',
  }),
})
export type GoalProgress = z.infer<typeof GoalProgress>

export const ChildProgress = resourceSchema('ChildProgress', {
  childId: idOf('child'),
  computedAt: z.iso.datetime().meta({
    description: 'When the progress was computed, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  method: z
    .strictObject({
      test: z
        .literal('MANN_KENDALL')
        .meta({ description: 'Test that decides whether there is a trend.' }),
      slope: z.literal('THEIL_SEN').meta({ description: 'Method that estimates the slope.' }),
      window: z
        .int()
        .meta({ description: 'Maximum number of measurements used. The latest ones are used.' }),
      fewest: z.int().meta({ description: 'Minimum number of measurements for a verdict.' }),
      alpha: z.number().meta({ description: 'Significance level of the test.' }),
      confidence: z
        .number()
        .meta({ description: 'Confidence level of the interval of the slope.' }),
      plateauDays: z.int().meta({
        description: 'Number of days without a trend after which a goal is on a plateau.',
      }),
      plateauSharePer30Days: z.number().meta({
        description:
          'Change in 30 days, as a share of the distance from baseline to target, below which a goal counts as a plateau.',
      }),
    })
    .meta({
      description: 'How the trend is judged. docs/decisions/0026 explains the reasons.',
      example: { test: 'MANN_KENDALL', slope: 'THEIL_SEN', ...TREND },
    }),
  goals: z.array(GoalProgress).meta({ description: 'Progress of each goal.' }),
})
export type ChildProgress = z.infer<typeof ChildProgress>
