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
    .meta({ description: 'Returns only recommendations of these rules.' }),
  childId: idOf('child')
    .optional()
    .meta({ description: 'Returns only recommendations for this child.' }),
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
  description: 'Rule that made the recommendation.',
  example: 'NOTE_MISSING',
})

export const Recommendation = resourceSchema('Recommendation', {
  rank: z.int().meta({ description: 'Place in the ranking, counted from 1.', example: 1 }),
  rule,
  score: z.int().meta({
    description: 'Weight of the rule, plus one point for each day overdue, up to 30.',
    example: 53,
  }),
  recordId: naming(ANY_RECORD, z.string()).meta({
    description: 'ID of the record.',
    example: exampleId('appointment'),
  }),
  childId: idOf('child')
    .nullable()
    .meta({ description: 'Child to whom the recommendation applies; null if there is none.' }),
  reason: z.string().meta({
    description: 'Reason in words, computed from the record.',
    example: 'The appointment of 2026-11-18 has no signed note.',
  }),
  waitingSince: z.string().nullable().meta({
    description:
      'Date or time when it was due, or since when it has waited; null if there is none yet.',
    example: '2026-11-18T10:00:00.000Z',
  }),
  action: z
    .strictObject({
      operation: z.string().meta({
        description: 'Operation that settles the recommendation, or shows how to.',
        example: 'getAppointment',
      }),
      method: growing(z.enum(['GET', 'PATCH', 'POST'])).meta({
        description: 'HTTP method of the operation.',
      }),
      path: naming(ANY_RECORD, z.string()).meta({
        description: 'Path of the operation, with the ID filled in.',
        example: `/v1/appointments/${exampleId('appointment')}`,
      }),
    })
    .meta({ description: 'Operation that carries out the recommendation.' }),
})
export type Recommendation = z.infer<typeof Recommendation>

export const Recommendations = resourceSchema('Recommendations', {
  generatedBy: growing(z.enum(['RULES'])).meta({
    description: 'How the recommendations were generated.',
  }),
  total: z.int().meta({
    description: 'Total number of recommendations; at most 500 are examined for each rule.',
    example: 1,
  }),
  recommendations: z
    .array(Recommendation)
    .meta({ description: 'Recommendations with the highest score first, at most `limit`.' }),
})
export type Recommendations = z.infer<typeof Recommendations>
