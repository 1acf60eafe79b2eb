import type { Context } from '#platform/core/context/context.ts'
import { transact, type Reader } from '#platform/core/transactions/transaction.ts'
import { countFigures } from '../figures/count-figures.ts'
import type { LocationAnalyticsQuery } from '../figures/schemas.ts'
import type { MetricId } from '../metrics/metric-of.ts'
import { toMetricDefinition } from '../metrics/schemas.ts'
import { metricsOf, type ReadQuestion } from './read-question.ts'
import type { AnalyticsAnswer, AskAnalytics } from './schemas.ts'

/** Answers a question with figures, if a model can interpret it, or with the nearest metrics. */
export const askAnalytics = (
  ctx: Context,
  { question }: AskAnalytics,
  { reading, failure, model, modelCallIds }: ReadQuestion,
): Promise<AnalyticsAnswer> =>
  transact(ctx, 'analytics:read', async (tx) => {
    const asked = { question, model, modelCallIds }
    const query = reading?.query ?? null
    tx.did({ type: 'tenant', id: tx.tenantId }, { metrics: query?.metrics ?? [], failure })
    if (query)
      return {
        ...asked,
        understoodAs: understood(query),
        figures: await countFigures(tx, query, { isComplete: true }),
        unansweredBecause: null,
        nearestMetrics: [],
      }
    const nearest = reading?.nearest.length ? reading.nearest : await nearestByWords(tx, question)
    return {
      ...asked,
      understoodAs: null,
      figures: null,
      unansweredBecause: failure ?? 'not_a_metric',
      nearestMetrics: nearest.map(toMetricDefinition),
    }
  })

const understood = ({ metrics, comparison, locationId, serviceId }: LocationAnalyticsQuery) => ({
  metrics: [...metrics],
  comparison: comparison ?? null,
  locationIds: locationId ?? null,
  serviceIds: serviceId ?? null,
})

/** The metrics whose definitions share the most words with a question. */
const nearestByWords = async (reader: Reader, question: string): Promise<MetricId[]> => {
  const metrics = metricsOf(reader.actor)
  const texts = metrics.map((metric) => {
    const { title, counts } = toMetricDefinition(metric)
    return `${title} ${counts}`
  })
  const rows = await reader.sql<{ metric: MetricId }>(NEAREST, [metrics, texts, question])
  return rows.map(({ metric }) => metric)
}

/** Any word may match. Title words come first in a metric's text, and short texts rank higher. */
const NEAREST = `
  SELECT m.metric
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS m (metric, words, position)
  CROSS JOIN (SELECT replace(plainto_tsquery('english', $3)::text, ' & ', ' | ')::tsquery AS asked) q
  WHERE to_tsvector('english', m.words) @@ q.asked
  ORDER BY ts_rank(to_tsvector('english', m.words), q.asked, 1) DESC, m.position
  LIMIT 3`
