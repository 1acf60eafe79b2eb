import { METRIC_IDS } from '#analytics/metrics/metric-of.ts'
import { toMetricDefinition, type MetricDefinition } from '#analytics/metrics/schemas.ts'

const INTRODUCTION = `What \`GET /v1/analytics/locations\` answers, metric by metric; \`GET /v1/analytics/metrics\` says the same to programs. Sums of
days are kept for metrics of appointments, sessions and money, and counted again when a record changes; \`currentAt\` of an answer says until when. The others
are counted when they are asked for. Days are those of the location's zone. A filter or grouping that a metric does not have is refused.`

/** docs/metrics.md, generated from the metric definitions. */
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
  `\`${it.metric}\`, ${it.unit}${it.isSnapshot ? ', how things stand: granularity TOTAL' : ''}${it.mostDays === null ? '' : `, over ${it.mostDays} days at most`}.`,
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
