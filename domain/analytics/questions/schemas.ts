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
      description: 'Question in any language that the centre’s model understands.',
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
    .meta({
      description: `Restricts the question to these ${what}s; null for no restriction.`,
      example: null,
    })

const Understood = z
  .strictObject({
    metrics: z
      .array(metricId)
      .meta({ description: 'Metrics of the question.', example: ['NO_SHOWS'] }),
    comparison: growing(z.enum(COMPARISONS))
      .nullable()
      .meta({ description: 'Period with which the figures are compared.', example: null }),
    locationIds: only('location'),
    serviceIds: only('service'),
  })
  .meta({ id: 'UnderstoodAnalyticsQuestion' })

export const AnalyticsAnswer = z
  .strictObject({
    question: line(500).meta({
      description: 'Question as it was asked.',
      example: 'How many no-shows did each location have last month?',
    }),
    understoodAs: Understood.nullable().meta({
      description:
        'How the question was understood, in addition to the days, granularity and groups in `figures`; null if it was not answered. Check it before you use the figures.',
    }),
    figures: LocationAnalytics.nullable().meta({
      description:
        'Figures, computed as in `GET /v1/analytics/locations`; null if the question was not answered. No number comes from a model.',
    }),
    unansweredBecause: growing(z.enum(UNANSWERED)).nullable().meta({
      description:
        'Reason why there are no figures: `not_a_metric` (no metric answers the question), `not_understood` (the model’s answer cannot be requested this way), `no_model` (no model is enabled), `budget_exhausted`, `data_policy` (the question names a child about whom the model must not get any data), `consent_missing` or `processing_restricted` for a named child, or the failure of the last model.',
      example: null,
    }),
    nearestMetrics: z.array(MetricDefinition).meta({
      description: 'If the question was not answered: up to 3 related metrics, nearest first.',
      example: [],
    }),
    model: AnsweringModel.nullable().meta({
      description: 'Model that interpreted the question; null if none did.',
    }),
    modelCallIds: z.array(idOf('modelCall')).meta({
      description: 'Model calls that were made for the question (`GET /v1/ai/model-calls/{id}`).',
      example: [],
    }),
  })
  .meta({ id: 'AnalyticsAnswer' })
export type AnalyticsAnswer = z.infer<typeof AnalyticsAnswer>
