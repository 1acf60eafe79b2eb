import { z } from 'zod'
import type { OutputCheck } from '#knowledge/model-loop/next-move.ts'
import { NO_JSON, objectIn, wrongIn } from '#knowledge/model-loop/output-schema.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { COMPARISONS } from '../figures/periods.ts'
import { planQuestion } from '../figures/plan-question.ts'
import { LocationAnalyticsQuery } from '../figures/schemas.ts'
import type { MetricId } from '../metrics/metric-of.ts'

interface Named {
  id: string
  name: string
}

/** What a question can be about. Models refer to places and services by short keys instead of ids. */
export interface Askable {
  metrics: readonly MetricId[]
  locations: ReadonlyMap<string, Named>
  services: ReadonlyMap<string, Named>
}

/** Records keyed for models: `L1`, `L2`. */
export const keyed = (letter: string, records: readonly Named[]): Askable['locations'] =>
  new Map(records.map((record, at) => [`${letter}${at + 1}`, record]))

/** A model's interpretation of a question. */
export interface Reading {
  /** Null if no metric answers the question. */
  query: LocationAnalyticsQuery | null
  /** The nearest metrics, if none answers the question. */
  nearest: MetricId[]
}

const MOST_NEAREST = 3

const textList = z.array(z.string().max(100)).max(50)

const Said = z.union([
  z.strictObject({ cannotAnswer: z.literal(true), nearest: textList.default([]) }),
  z.strictObject({
    metrics: textList.min(1),
    startsOn: z.string(),
    endsOn: z.string(),
    granularity: z.string(),
    groupBy: textList,
    comparison: z.enum(COMPARISONS).nullish(),
    locations: textList.nullish(),
    services: textList.nullish(),
  }),
])

/** Parses a model's response. The response is not trusted: it is validated like a client's question. */
export const readingCheck =
  (askable: Askable): OutputCheck<Reading> =>
  (text) => {
    const answered = objectIn(text)
    if (answered === undefined) return { wrong: NO_JSON }
    const said = Said.safeParse(answered)
    if (!said.success) return { wrong: wrongIn(said.error) }
    const { metrics } = askable
    if ('cannotAnswer' in said.data) {
      const named = new Set(said.data.nearest)
      const nearest = metrics.filter((it) => named.has(it)).slice(0, MOST_NEAREST)
      return { output: { query: null, nearest } }
    }
    const { locations, services, groupBy, comparison, ...asked } = said.data
    const unseen = asked.metrics.find((it) => metrics.every((metric) => metric !== it))
    if (unseen !== undefined) return { wrong: `The metric ${unseen} does not exist.` }
    const unknown =
      locations?.find((key) => !askable.locations.has(key)) ??
      services?.find((key) => !askable.services.has(key))
    if (unknown !== undefined)
      return { wrong: `The location or service ${unknown} does not exist.` }
    return checked({
      ...asked,
      metrics: asked.metrics.join(','),
      groupBy: groupBy.length > 0 ? groupBy.join(',') : 'NONE',
      ...(comparison && { comparison }),
      ...(locations?.length && { locationId: idsOf(locations, askable.locations) }),
      ...(services?.length && { serviceId: idsOf(services, askable.services) }),
    })
  }

const idsOf = (keys: readonly string[], known: Askable['locations']): string =>
  keys.map((key) => known.get(key)!.id).join(',')

const checked = (asked: Record<string, string>): ReturnType<OutputCheck<Reading>> => {
  const { success, data, error } = LocationAnalyticsQuery.safeParse(asked)
  if (!success) return { wrong: wrongIn(error) }
  try {
    planQuestion(data)
    return { output: { query: data, nearest: [] } }
  } catch (refusal) {
    if (refusal instanceof DomainError) return { wrong: refusal.message }
    throw refusal
  }
}
