import { nextMove, type LoopStep } from '#knowledge/model-loop/next-move.ts'
import { askTurn } from '#knowledge/turns/ask-turn.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { can, sightOf, type Actor } from '#platform/core/access/permissions.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { assertSeesLocations, isOfCentre } from '../figures/assert-may-see.ts'
import { loadPlaces } from '../figures/load-places.ts'
import { METRIC_IDS, metricOf, type MetricId } from '../metrics/metric-of.ts'
import { systemPrompt } from './system-prompt.ts'
import { keyed, readingCheck, type Askable, type Reading } from './reading.ts'
import type { AskAnalytics, Unanswered } from './schemas.ts'

/** The result of asking the models. */
export interface ReadQuestion {
  reading: Reading | null
  failure: Unanswered | null
  model: { id: string; name: string } | null
  modelCallIds: string[]
}

/** One response, and a second one if the first has an invalid format. */
const LIMITS = { turns: 2, tokens: 100_000 }
/** Maximum number of services in the prompt. */
const MOST_SERVICES = 200

/**
 * Asks one of the centre's models which metrics a question means. Runs outside of a transaction, because model
 * calls are slow; the calls are recorded separately.
 */
export const readQuestion = async (
  ctx: OutsideContext,
  { question }: AskAnalytics,
): Promise<ReadQuestion> => {
  const { askable, today } = await read(ctx, 'analytics:read', loadAskable)
  const system = systemPrompt(askable, today)
  const check = readingCheck(askable)
  const steps: LoopStep[] = []
  const made: Pick<ReadQuestion, 'model' | 'modelCallIds'> = { model: null, modelCallIds: [] }
  for (;;) {
    const next = nextMove(question, steps, LIMITS, check)
    if (next.move === 'END') return { ...made, reading: next.output, failure: null }
    if (next.move === 'REPAIR') steps.push({ kind: 'REPAIR', text: next.text })
    else if (next.move === 'ASK') {
      const { messages } = next
      const { said, failure, modelCallIds } = await askTurn(ctx, {
        needs: 'analytics:read',
        system,
        messages,
        tools: [],
        childId: null,
        temperature: 0,
        modelIds: [],
      })
      made.modelCallIds.push(...modelCallIds)
      if (failure !== null) return { ...made, reading: null, failure }
      const { text, tokens, toolCalls, model } = said
      made.model = model
      steps.push({ kind: 'MODEL', text, tokens, toolCalls })
    } else return { ...made, reading: null, failure: 'not_understood' }
  }
}

const loadAskable = async (reader: Reader): Promise<{ askable: Askable; today: string }> => {
  assertSeesLocations(reader.actor)
  const { locations } = await loadPlaces(reader, undefined)
  const { db, tenantId, actor, now } = reader
  const services = await db.service.findMany({
    where: { tenantId, archivedAt: null },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MOST_SERVICES,
  })
  const { defaultTimeZone } = await loadTenantSettings(reader)
  return {
    askable: {
      metrics: metricsOf(actor),
      locations: keyed('L', locations),
      services: keyed('S', services),
    },
    today: dateIn(now, defaultTimeZone),
  }
}

/** The metrics that the caller can see. */
export const metricsOf = (actor: Actor): MetricId[] =>
  METRIC_IDS.filter((id) => {
    const { needs } = metricOf(id)
    const isNotForThem = isOfCentre(id) && sightOf(actor) === 'LOCATIONS'
    return !isNotForThem && (needs === undefined || can(actor, needs))
  })
