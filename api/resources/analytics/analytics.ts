import { getLocationAnalytics } from '#analytics/figures/get-location-analytics.ts'
import { LocationAnalytics, LocationAnalyticsQuery } from '#analytics/figures/schemas.ts'
import { listMetrics } from '#analytics/metrics/list-metrics.ts'
import { MetricDefinition } from '#analytics/metrics/schemas.ts'
import { askAnalytics } from '#analytics/questions/ask-analytics.ts'
import { readQuestion } from '#analytics/questions/read-question.ts'
import { AnalyticsAnswer, AskAnalytics } from '#analytics/questions/schemas.ts'
import { operation } from '../../http/operation.ts'
import { listOf } from '../../http/shapes.ts'

const tag = 'Analytics'

export const analyticsOperations = [
  operation({
    id: 'listAnalyticsMetrics',
    method: 'get',
    path: '/v1/analytics/metrics',
    tag,
    summary: 'List the metrics and their definitions',
    description:
      'What each metric counts and leaves out, on which day a record counts, what a correction does, and what it can be grouped by. The same for all centers.',
    permission: 'analytics:read',
    status: 200,
    response: listOf(MetricDefinition),
    run: (ctx) => listMetrics(ctx),
  }),
  operation({
    id: 'getLocationAnalytics',
    method: 'get',
    path: '/v1/analytics/locations',
    tag,
    summary: 'Retrieve figures over all locations',
    description:
      'Metrics of all locations that the caller sees, in one request: by period, location, provider, service, type, payer or funding program, with their total, and beside an earlier time. Days are those of each location’s zone. `currentAt` says until when changes are counted, usually a minute ago.',
    permission: 'analytics:read',
    query: LocationAnalyticsQuery,
    status: 200,
    response: LocationAnalytics,
    errors: ['invalid_reference'],
    run: (ctx, { query }) => getLocationAnalytics(ctx, query),
  }),
  operation({
    id: 'askAnalytics',
    method: 'post',
    path: '/v1/ai/analytics',
    tag,
    summary: 'Ask for figures in words',
    description:
      'A language model of the center (`/v1/ai/models`) says which of the metrics the question asks for, of which days, places and services, and how they are grouped. The figures are then counted as `GET /v1/analytics/locations` counts them, with what the caller may see: the model is told definitions, names of locations and services and the question, and no figure. `understoodAs` says what the question was taken for. What no metric answers has no figures, but `nearestMetrics`.',
    permission: 'analytics:read',
    body: AskAnalytics,
    status: 200,
    response: AnalyticsAnswer,
    prepare: (ctx, { body }) => readQuestion(ctx, body),
    run: (ctx, { body }, read) => askAnalytics(ctx, body, read),
  }),
]
