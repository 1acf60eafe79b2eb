import { z } from 'zod'
import { growing } from '#platform/core/growing.ts'
import { idOf } from '#platform/core/ids.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
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
  ).meta({ example: 'improving' }),
  text: z.string().meta({
    example:
      'Moves towards the target by 6.2 percent in 30 days (90% interval 3.1 to 8; 8 measurements; p = 0.002).',
  }),
  measurementIds: z
    .array(idOf('goalMeasurement'))
    .meta({ description: 'What the statement rests on.' }),
})
export type Statement = z.infer<typeof Statement>

const ProgressTrend = z.strictObject({
  verdict: z.enum(Verdict),
  measurements: z.int().meta({ example: 8 }),
  from: z.iso.datetime().meta({ example: '2026-09-22T09:20:00.000Z' }),
  to: z.iso.datetime().meta({ example: '2026-11-20T09:20:00.000Z' }),
  kendallS: number('Pairs that rise less pairs that fall.', 22),
  pValue: number('Two-sided, of the Mann–Kendall test.', 0.0099),
  exact: z.boolean().meta({ description: 'Of the exact distribution of S.', example: true }),
  slopePer30Days: number("Theil–Sen, in the goal's unit.", 6.2),
  interval: z.strictObject({
    low: number('Of the slope.', 3.1),
    high: number('Of the slope.', 8),
  }),
})

const GoalProgress = z.strictObject({
  goalId: idOf('goal'),
  area: z.string().meta({ example: 'Articulation' }),
  title: z.string().meta({ example: 'Says /r/ in words' }),
  unit: z.string().meta({ example: 'percent' }),
  status: z.enum(GoalStatus),
  achievementStatus: z.enum(AchievementStatus),
  baseline: z.number().meta({ example: 20 }),
  target: z.number().meta({ example: 80 }),
  targetDate: z.iso.date().nullable().meta({ example: '2027-03-31' }),
  level: z
    .number()
    .nullable()
    .meta({ description: 'Median of the latest three measurements.', example: 62 }),
  share: z
    .number()
    .nullable()
    .meta({ description: 'Of the way from baseline to target; 1 is there.', example: 0.7 }),
  neededPer30Days: z
    .number()
    .nullable()
    .meta({ description: 'The pace that reaches the target on its date.', example: 4.1 }),
  trend: ProgressTrend.nullable(),
  statements: z.array(Statement),
})
export type GoalProgress = z.infer<typeof GoalProgress>

export const ChildProgress = resourceSchema('ChildProgress', {
  childId: idOf('child'),
  asOf: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
  method: z
    .strictObject({
      test: z.literal('MANN_KENDALL'),
      slope: z.literal('THEIL_SEN'),
      window: z.int(),
      fewest: z.int(),
      alpha: z.number(),
      confidence: z.number(),
      plateauDays: z.int(),
      plateauSharePer30Days: z.number(),
    })
    .meta({
      description: 'How the trend is judged; docs/decisions/0026 says why.',
      example: { test: 'MANN_KENDALL', slope: 'THEIL_SEN', ...TREND },
    }),
  goals: z.array(GoalProgress),
})
export type ChildProgress = z.infer<typeof ChildProgress>
