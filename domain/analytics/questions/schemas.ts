import { z } from 'zod'
import { AnsweringModel } from '#knowledge/models/schemas.ts'
import { TURN_FAILURES } from '#knowledge/turns/ask-turn.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { line, prose } from '#platform/core/records/record.ts'
import { COMPARISONS } from '../figures/periods.ts'
import { LocationAnalytics } from '../figures/schemas.ts'
import { MetricDefinition, metricId } from '../metrics/schemas.ts'

export const AskAnalytics = z
  .strictObject({
    question: prose(500).min(3).meta({
      description: 'The question, in any language that the centre’s model understands.',
      example: 'How many no-shows did each location have last month?',
    }),
  })
  .meta({ id: 'AskAnalytics' })
export type AskAnalytics = z.infer<typeof AskAnalytics>

/** Why a question has no figures, in addition to model failures. */
const UNANSWERED = [...TURN_FAILURES, 'not_a_metric', 'not_understood'] as const
export type Unanswered = (typeof UNANSWERED)[number]

const only = (what: 'location' | 'service') =>
  z
    .array(idOf(what))
    .nullable()
    .meta({ description: `Only these ${what}s; null: all.`, example: null })

const Understood = z
  .strictObject({
    metrics: z.array(metricId).meta({ description: 'The metrics.', example: ['NO_SHOWS'] }),
    comparison: growing(z.enum(COMPARISONS))
      .nullable()
      .meta({ description: 'What figures are compared with.', example: null }),
    locationIds: only('location'),
    serviceIds: only('service'),
  })
  .meta({ id: 'UnderstoodAnalyticsQuestion' })

export const AnalyticsAnswer = z
  .strictObject({
    question: line(500).meta({
      description: 'The question as asked.',
      example: 'How many no-shows did each location have last month?',
    }),
    understoodAs: Understood.nullable().meta({
      description:
        'How the question was understood, in addition to the days, granularity and groups in `figures`. Check it before you use the figures. null if it was not answered.',
    }),
    figures: LocationAnalytics.nullable().meta({
      description:
        'The figures, counted as in `GET /v1/analytics/locations`. No number comes from a model. null if it was not answered.',
    }),
    unansweredBecause: growing(z.enum(UNANSWERED)).nullable().meta({
      description:
        'Why there are no figures: `not_a_metric` (no metric answers it), `not_understood` (the model named none that can be requested this way), `no_model` (none is enabled), `budget_exhausted`, `data_policy` (the question names a child, about whom the model may not be told anything), `consent_missing` or `processing_restricted` for a named child, or the failure of the last model.',
      example: null,
    }),
    nearestMetrics: z.array(MetricDefinition).meta({
      description: 'If it was not answered: up to 3 related metrics, nearest first.',
      example: [],
    }),
    model: AnsweringModel.nullable().meta({
      description: 'The model that read the question; null if none did.',
    }),
    modelCallIds: z.array(idOf('modelCall')).meta({
      description: 'The model calls for it (`GET /v1/ai/model-calls/{id}`).',
      example: [],
    }),
  })
  .meta({ id: 'AnalyticsAnswer' })
export type AnalyticsAnswer = z.infer<typeof AnalyticsAnswer>
