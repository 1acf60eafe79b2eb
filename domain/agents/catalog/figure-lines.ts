import type { LocationAnalytics } from '#analytics/figures/schemas.ts'
import { toMetricDefinition } from '#analytics/metrics/schemas.ts'
import type { Variables } from '#messaging/messages/templates/index.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

type Line = Variables<'analytics.report'>['lines'][number]

/** Figures as text: the totals, then each row with the names of its groups. */
export const figureLines = async (
  reader: Reader,
  { data, total, locations, startsOn, endsOn, granularity, groupBy }: LocationAnalytics,
): Promise<Line[]> => {
  const found = await reader.sql<{ id: string; name: string }>(NAMES, [
    reader.tenantId,
    data
      .flatMap(({ providerId, serviceId }) => [providerId, serviceId])
      .filter((id) => id !== null),
  ])
  const names = new Map([...locations, ...found].map(({ id, name }) => [id, name]))
  const lineOf = (
    figure: LocationAnalytics['total'][number],
    about: Pick<Line, 'startsOn' | 'endsOn' | 'about'>,
  ): Line => {
    const { title, unit } = toMetricDefinition(figure.metric)
    const { currency, value, previousValue, isSuppressed } = figure
    return { ...about, metric: title, unit, currency, value, previousValue, isSuppressed }
  }
  const isGrouped = groupBy.length > 0
  const rows = isGrouped || granularity !== 'TOTAL' ? data : []
  return [
    ...total.map((figure) => lineOf(figure, { startsOn, endsOn, about: null })),
    ...rows.flatMap(({ figures, startsOn: first, endsOn: last, payerId: _, ...groups }) => {
      const named = Object.values(groups).filter((value) => value !== null)
      const about = isGrouped ? named.map((value) => names.get(value) ?? value).join(' · ') : null
      return figures.map((figure) => lineOf(figure, { startsOn: first, endsOn: last, about }))
    }),
  ]
}

const NAMES = `
  SELECT id, name FROM providers WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM services WHERE tenant_id = $1 AND id = ANY ($2)`
