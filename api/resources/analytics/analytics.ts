import { exportLocationAnalyticsCsv } from '#analytics/figures/export-location-analytics-csv.ts'
import { getLocationAnalytics } from '#analytics/figures/get-location-analytics.ts'
import { LocationAnalytics, LocationAnalyticsQuery } from '#analytics/figures/schemas.ts'
import { listMetrics } from '#analytics/metrics/list-metrics.ts'
import { MetricDefinition } from '#analytics/metrics/schemas.ts'
import { listAnalyticsRecords } from '#analytics/records/list-analytics-records.ts'
import { AnalyticsRecord, AnalyticsRecordQuery, recordsTotal } from '#analytics/records/schemas.ts'
import { askAnalytics } from '#analytics/questions/ask-analytics.ts'
import { readQuestion } from '#analytics/questions/read-question.ts'
import { AnalyticsAnswer, AskAnalytics } from '#analytics/questions/schemas.ts'
import { operation } from '../../http/operation.ts'
import { file, listOf, pageOf } from '../../http/shapes.ts'

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
      'Metrics of all locations that the caller sees, in one request: by period, location, provider, service, type, payer, funding program, stage or clock, with their total, and beside an earlier time. Days are those of each location’s zone. `currentAt` says until when changes are counted, usually a minute ago.',
    permission: 'analytics:read',
    query: LocationAnalyticsQuery,
    status: 200,
    response: LocationAnalytics,
    errors: ['invalid_reference'],
    run: (ctx, { query }) => getLocationAnalytics(ctx, query),
  }),
  operation({
    id: 'exportLocationAnalyticsCsv',
    method: 'get',
    path: '/v1/analytics/locations.csv',
    tag,
    summary: 'Export figures over all locations as CSV',
    description:
      'The same figures for a spreadsheet: a line for each figure of each row, and at the end those of the total (`isTotal`). Amounts of money are in minor units, a line for each currency.',
    permission: 'analytics:read',
    query: LocationAnalyticsQuery,
    status: 200,
    response: file,
    produces: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': 'attachment; filename="analytics.csv"' },
    errors: ['invalid_reference'],
    run: (ctx, { query }) => exportLocationAnalyticsCsv(ctx, query),
  }),
  operation({
    id: 'listAnalyticsRecords',
    method: 'get',
    path: '/v1/analytics/records',
    tag,
    summary: 'List the records behind a figure',
    description:
      'The records that a metric counts within the days and filters, the oldest day first, each with how much it adds. Beside `analytics:read` the caller needs what `recordsPermission` of the metric names, and sees the records that they may see otherwise. Money is of one currency: where there are several, `currency` names it.',
    permission: 'analytics:read',
    query: AnalyticsRecordQuery,
    status: 200,
    response: pageOf(AnalyticsRecord, recordsTotal),
    errors: ['invalid_reference', 'invalid_cursor'],
    run: (ctx, { query }) => listAnalyticsRecords(ctx, query),
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
