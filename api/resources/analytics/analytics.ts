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
      'Says what each metric counts and leaves out, on which day a record counts, how corrections change it, and how it can be grouped. It is the same for all centres.',
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
      'Returns metrics of all locations that you see in one request: by period, location, provider, service, type, payer, funding program, stage or clock, with totals and an optional earlier period. Days follow each location’s time zone. `currentAt` says up to when changes are counted, usually a minute ago.',
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
      'Returns the same figures for a spreadsheet: a line per figure of each row, then those of the total (`isTotal`). Amounts are in minor units, a line per currency.',
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
      'Lists the records that a metric counts within the days and filters, oldest day first, with each one’s contribution. You also need `recordsPermission` of the metric, and see only records that you may read. Amounts have one currency: if there are several, choose one with `currency`.',
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
      'A language model of the centre (`/v1/ai/models`) maps the question to metrics, dates, locations, services and groups. The figures are then counted as in `GET /v1/analytics/locations`, with your permissions. The model gets definitions, names of locations and services and the question, but no figures. `understoodAs` says how the question was read. If no metric fits, `nearestMetrics` lists the closest.',
    permission: 'analytics:read',
    body: AskAnalytics,
    status: 200,
    response: AnalyticsAnswer,
    prepare: (ctx, { body }) => readQuestion(ctx, body),
    run: (ctx, { body }, read) => askAnalytics(ctx, body, read),
  }),
]
