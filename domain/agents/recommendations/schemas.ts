import { z } from 'zod'
import { commaSeparated } from '#platform/core/schemas/comma-separated.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { RULE_NAMES } from './rules.ts'

const MOST = 100

export const RecommendationQuery = z.strictObject({
  rule: commaSeparated(z.enum(RULE_NAMES), RULE_NAMES.length)
    .optional()
    .meta({ description: 'Only by these rules.' }),
  childId: idOf('child').optional().meta({ description: 'Only of this child.' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST)
    .default(50)
    .meta({ description: `Maximum number, from 1 to ${MOST}.`, example: 50 }),
})
export type RecommendationQuery = z.infer<typeof RecommendationQuery>

const rule = growing(z.enum(RULE_NAMES)).meta({
  description: 'The rule that it is by.',
  example: 'NOTE_MISSING',
})

export const Recommendation = resourceSchema('Recommendation', {
  rank: z.int().meta({ description: 'Place in the order, counted from 1.', example: 1 }),
  rule,
  score: z.int().meta({
    description: 'The weight of the rule, plus a point for each day that it is late, up to 30.',
    example: 53,
  }),
  recordId: naming(ANY_RECORD, z.string()).meta({
    description: 'The record that it is about.',
    example: exampleId('appointment'),
  }),
  childId: idOf('child').nullable().meta({ description: 'The child, where it is about one.' }),
  reason: z.string().meta({
    description: 'Reason in words, computed from the record.',
    example: 'The appointment of 2026-11-18 has no signed note.',
  }),
  waitingSince: z.string().nullable().meta({
    description:
      'The day or instant when it was due, or since when it waits; null if there is none yet.',
    example: '2026-11-18T10:00:00.000Z',
  }),
  action: z
    .strictObject({
      operation: z.string().meta({
        description: 'The operation that settles it, or shows how.',
        example: 'getAppointment',
      }),
      method: growing(z.enum(['GET', 'PATCH', 'POST'])).meta({ description: 'Its method.' }),
      path: naming(ANY_RECORD, z.string()).meta({
        description: 'Its path, with the id filled in.',
        example: `/v1/appointments/${exampleId('appointment')}`,
      }),
    })
    .meta({ description: 'Operation that carries it out.' }),
})
export type Recommendation = z.infer<typeof Recommendation>

export const Recommendations = resourceSchema('Recommendations', {
  generatedBy: growing(z.enum(['RULES'])).meta({ description: 'What they come from.' }),
  total: z.int().meta({
    description: 'Total number; at most 500 are examined for each rule.',
    example: 1,
  }),
  recommendations: z
    .array(Recommendation)
    .meta({ description: 'Highest score first, at most `limit`.' }),
})
export type Recommendations = z.infer<typeof Recommendations>
