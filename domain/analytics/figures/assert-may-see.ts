import { DomainError } from '#platform/core/errors/errors.ts'
import { authorize, can, sightOf, type Actor } from '#platform/core/access/permissions.ts'
import { FAMILIES } from '../families/families.ts'
import { familiesOf } from '../metrics/metric.ts'
import { metricOf, type MetricId } from '../metrics/metric-of.ts'
import type { LocationAnalyticsQuery } from './schemas.ts'

/** Refuses metrics the caller may not see. */
export const assertMaySee = (actor: Actor, metrics: readonly MetricId[]): void => {
  assertSeesLocations(actor)
  for (const metric of metrics) {
    const { needs } = metricOf(metric)
    if (needs) authorize(actor, needs)
    if (isOfCentre(metric) && sightOf(actor) === 'LOCATIONS')
      throw refused(
        `${metric} covers the whole centre, but your access is limited to locations. Ask a person who works for the whole centre.`,
      )
  }
}

/** Whether the caller could ask this question and would get the same answer as a user who sees the whole centre. */
export const seesAllOf = (
  actor: Actor,
  { metrics, locationId }: Pick<LocationAnalyticsQuery, 'metrics' | 'locationId'>,
): boolean => {
  if (!can(actor, 'analytics:read') || sightOf(actor) === 'CASELOAD') return false
  const areTheirs = metrics.every((metric) => {
    const { needs } = metricOf(metric)
    return needs === undefined || can(actor, needs)
  })
  const { locationIds } = actor
  if (!locationIds) return areTheirs
  const areThere = locationId?.every((id) => locationIds.includes(id)) ?? false
  return areTheirs && areThere && !metrics.some(isOfCentre)
}

/** Refuses keys that are bound to a provider. */
export const assertSeesLocations = (actor: Actor): void => {
  if (sightOf(actor) === 'CASELOAD')
    throw refused(
      'Figures cover whole locations, but this key is bound to a provider. Use a key of the centre.',
    )
}

/** Whether a metric is hidden from callers bound to locations. */
export const isOfCentre = (metric: MetricId): boolean =>
  familiesOf(metricOf(metric)).some((family) => 'isOfCentre' in FAMILIES[family])

const refused = (message: string) =>
  new DomainError('insufficient_scope', message, { extra: { permission: 'analytics:read' } })
