import { METRIC_IDS } from '#analytics/metrics/metric-of.ts'
import { toMetricDefinition, type MetricDefinition } from '#analytics/metrics/schemas.ts'

const INTRODUCTION = `This page defines the metrics of \`GET /v1/analytics/locations\`. \`GET /v1/analytics/metrics\` returns the same definitions as JSON. Daily sums
are stored for metrics of appointments, sessions and money, and recomputed when a record changes; \`currentAt\` in a response shows how current they are. All other
metrics are computed on request. Days follow the location’s time zone. A filter or grouping that a metric does not support is refused.`

/** The content of docs/metrics.md, generated from the definitions of the metrics. */
export const metricsMarkdown = (): string =>
  [
    '# Metrics',
    '',
    INTRODUCTION,
    ...METRIC_IDS.flatMap((it) => section(toMetricDefinition(it))),
  ].join('\n')

const section = (it: MetricDefinition): string[] => [
  '',
  `## ${it.title}`,
  '',
  `\`${it.metric}\`, ${it.unit}${it.isSnapshot ? '. It describes the current state and requires the granularity TOTAL' : ''}${it.mostDays === null ? '' : `. A request can cover at most ${it.mostDays} days`}.`,
  '',
  '| | |',
  '|---|---|',
  `| counts | ${it.counts} |`,
  ...(it.dividedBy === null ? [] : [`| divided by | ${it.dividedBy} |`]),
  `| leaves out | ${it.excludes} |`,
  `| day | ${it.countedOn} |`,
  `| corrections | ${it.whenCorrected} |`,
  `| groupings | ${it.groupings.join(', ')} |`,
  `| needs | ${it.permissions.join(', ')}; for records ${it.recordsPermission} |`,
]
