import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate } from '#platform/core/time/time.ts'

const Point = z.strictObject({
  assessmentId: idOf('assessment'),
  administeredOn: calendarDate().meta({
    description: 'Date on which the assessment took place, as YYYY-MM-DD.',
    example: '2026-11-20',
  }),
  ageMonths: z.int().meta({
    description: 'Age of the child in months on the date of the assessment.',
    example: 42,
  }),
  edition: z.int().meta({ description: 'Edition of the instrument that scored it.', example: 1 }),
  value: z.number().meta({ description: 'Score on this scale.', example: 100 }),
})

const Series = z
  .strictObject({
    instrumentId: idOf('instrument'),
    score: z
      .string()
      .meta({ description: 'Key of the score in the instrument.', example: 'expressive' }),
    scale: z.string().nullable().meta({
      description: 'Name of the norm scale; null for the raw score, which grows with age.',
      example: 'standard score',
    }),
    points: z.array(Point).meta({ description: 'Scores in chronological order.' }),
    sinceFirst: z
      .number()
      .nullable()
      .meta({ description: 'Last value minus the first value.', example: 12 }),
    sincePrevious: z.number().nullable().meta({
      description:
        'Change from the second-to-last point to the last; null if there are fewer than two points.',
      example: 5,
    }),
    sameEdition: z.boolean().meta({
      description:
        'Whether all points were scored with the same edition. If not, they may not be comparable.',
      example: true,
    }),
    verdict: z
      .enum(['NOT_ENOUGH_DATA', 'IMPROVING', 'REGRESSING', 'INCONCLUSIVE'])
      .meta({ description: 'Verdict of the Mann–Kendall test.' }),
    pValue: z.number().nullable().meta({
      description: 'Two-sided p-value of the Mann–Kendall test; null if there are too few points.',
      example: 0.03,
    }),
  })
  .meta({ id: 'AssessmentSeries' })
export type AssessmentSeries = z.infer<typeof Series>

export const AssessmentTrends = resourceSchema('AssessmentTrends', {
  childId: idOf('child'),
  series: z.array(Series).meta({ description: 'One series for each score and scale.' }),
})
export type AssessmentTrends = z.infer<typeof AssessmentTrends>
