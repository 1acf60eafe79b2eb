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

const tag = {
  name: 'Analytics',
  about: 'Figures for all locations of a centre, and the definition of each metric.',
}

export const analyticsOperations = [
  operation({
    id: 'listAnalyticsMetrics',
    method: 'get',
    path: '/v1/analytics/metrics',
    tag,
    summary: 'List metrics',
    description:
      'Returns for each metric what it counts and excludes, on which day a record counts, how corrections change it, and how it can be grouped. The list is the same for all centres.',
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
    summary: 'Retrieve figures by location',
    description:
      'Returns metrics of all locations that you can see, in one response: by period, location, provider, service, type, payer, funding program, stage or clock, with totals and, on request, an earlier period for comparison. Days follow the time zone of each location. `currentAt` shows up to when changes are included, usually a minute ago.',
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
    summary: 'Export figures by location as CSV',
    description:
      'Returns the same figures for use in a spreadsheet: a line for each figure of each row, then the lines of the total (`isTotal`). Amounts are in minor units, with one line per currency.',
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
      'Lists the records that a metric counts within the days and filters, oldest day first, with the contribution of each. You also need the metric’s `recordsPermission`, and see only records that you are allowed to read. Amounts must be in one currency; if there are several, choose one with `currency`.',
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
    summary: 'Ask a question about figures',
    description:
      'A language model of the centre (`/v1/ai/models`) translates the question into metrics, dates, locations, services and groups. The figures are then computed as in `GET /v1/analytics/locations`, with your permissions. The model gets the question, the definitions, and the names of locations and services, but no figures. `understoodAs` shows how the question was understood. If no metric fits, `nearestMetrics` lists the closest.',
    permission: 'analytics:read',
    body: AskAnalytics,
    status: 200,
    response: AnalyticsAnswer,
    prepare: (ctx, { body }) => readQuestion(ctx, body),
    run: (ctx, { body }, read) => askAnalytics(ctx, body, read),
  }),
]
