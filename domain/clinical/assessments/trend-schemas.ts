import { z } from 'zod'
import { idOf } from '#platform/core/ids.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { calendarDate } from '#platform/core/time.ts'

const Point = z.strictObject({
  assessmentId: idOf('assessment'),
  on: calendarDate().meta({ example: '2026-11-20' }),
  ageMonths: z.int().meta({ example: 42 }),
  edition: z.int().meta({ example: 1 }),
  value: z.number().meta({ example: 100 }),
})

const Series = z
  .strictObject({
    instrumentId: idOf('instrument'),
    score: z.string().meta({ example: 'expressive' }),
    scale: z.string().nullable().meta({
      description: 'Null: the raw score, which grows with age.',
      example: 'standard score',
    }),
    points: z.array(Point).meta({ description: 'In time.' }),
    sinceFirst: z.number().nullable().meta({ description: 'Last less first.', example: 12 }),
    sincePrevious: z.number().nullable().meta({ example: 5 }),
    sameEdition: z.boolean().meta({
      description: 'False: of several editions, which may not be comparable.',
      example: true,
    }),
    verdict: z
      .enum(['NOT_ENOUGH_DATA', 'IMPROVING', 'REGRESSING', 'INCONCLUSIVE'])
      .meta({ description: 'Of the Mann–Kendall test.' }),
    pValue: z.number().nullable().meta({ example: 0.03 }),
  })
  .meta({ id: 'AssessmentSeries' })
export type AssessmentSeries = z.infer<typeof Series>

export const AssessmentTrends = resourceSchema('AssessmentTrends', {
  childId: idOf('child'),
  series: z.array(Series),
})
export type AssessmentTrends = z.infer<typeof AssessmentTrends>
