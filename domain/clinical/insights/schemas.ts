import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { quoting } from '#platform/core/access/quoting.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { Severity } from './rules.ts'

const Insight = z
  .strictObject({
    code: z.string().meta({ description: 'Stable code of the statement.', example: 'regressing' }),
    severity: z
      .enum(Severity)
      .meta({ description: 'Severity of the insight. Items that need attention come first.' }),
    text: quoting(
      z.string().meta({
        example:
          'Says /r/ in words: Moves away from the target: -6.2 percent in 30 days (90% interval -8 to -3.1; 8 measurements; p = 0.002).',
      }),
      'children:read',
      'sessions:read',
      'goals:read',
    ).meta({ description: 'The insight in a sentence, with its numbers.' }),
    goalId: idOf('goal').nullable(),
    values: z.record(z.string(), z.number()).meta({
      description: 'The numbers of the statement.',
      example: { baseline: 20, target: 80, slopePer30Days: -6.2, measurements: 8, pValue: 0.002 },
    }),
    evidenceIds: z.array(naming(ANY_RECORD, z.string())).meta({
      description:
        'IDs of the measurements, sessions, appointments or reviews that support the insight.',
      example: [exampleId('goalMeasurement')],
    }),
  })
  .meta({ id: 'Insight' })

export const ChildInsights = resourceSchema('ChildInsights', {
  childId: idOf('child'),
  computedAt: z.iso.datetime().meta({
    description: 'When the records were read, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  generatedBy: growing(z.enum(['RULES'])).meta({
    description:
      'How the insights were generated: always by rules, so equal records give equal results.',
    example: 'RULES',
  }),
  windowDays: z
    .int()
    .meta({ description: 'Period in days over which attendance is counted.', example: 90 }),
  summary: quoting(
    z.string().meta({
      example: '1 point needs attention. Not seen for 32 days.',
    }),
    'children:read',
    'sessions:read',
    'goals:read',
  ).meta({
    description:
      'Summary with a line for each severity: the number of insights, and the first three of them. It is worded by rules, and every number comes from one of the insights.',
  }),
  insights: z.array(Insight).meta({ description: 'Insights, most urgent first.' }),
})
export type ChildInsights = z.infer<typeof ChildInsights>
