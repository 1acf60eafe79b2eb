import { loadDefaultTimeZone } from '#organization/tenants/queries.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { authorize, can } from '#platform/core/access/permissions.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { ATTENTION_EVENT, type Trigger } from '../../definitions/triggers.ts'
import { loadEvent, loadNewestEvent, type TriggerEvent } from '../../triggers/load-event.ts'
import { judgeEvent } from '../../triggers/judge-event.ts'
import type { AgentPreview } from './schemas.ts'

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    /** An example of each event type. */
    eventExamples: Readonly<Record<string, object>>
  }
}

interface Chosen {
  event: TriggerEvent
  source: NonNullable<AgentPreview['event']>['source']
}

/** The event with which a preview starts, and a note about it; undefined for an agent that no event starts. */
export const previewEvent = async (
  tx: Transaction,
  trigger: Trigger,
  eventId: string | null,
): Promise<{ event: TriggerEvent; shown: AgentPreview['event'] } | undefined> => {
  const chosen = eventId === null ? await eventOf(tx, trigger) : await givenEvent(tx, eventId)
  if (!chosen) return undefined
  const { event, source } = chosen
  const id = source === 'SAMPLE' ? null : event.id
  const timeZone = await loadDefaultTimeZone(tx)
  const verdict = judgeEvent(trigger, event, { now: tx.now, timeZone })
  const startsRun = verdict.verdict === 'MATCHES'
  const filterFailure = verdict.verdict === 'FAILED' ? verdict.message : null
  return { event, shown: { id, type: event.type, source, startsRun, filterFailure } }
}

const givenEvent = async (tx: Transaction, eventId: string): Promise<Chosen> => {
  authorize(tx.actor, 'events:read')
  const event = await loadEvent(tx, eventId)
  if (!event) throw invalidReference('eventId', 'event')
  return { event, source: 'GIVEN' }
}

const eventOf = (tx: Transaction, trigger: Trigger): Promise<Chosen> | undefined => {
  if (trigger.type === 'EVENT') return newestOrSample(tx, trigger.eventType)
  return trigger.type === 'ATTENTION' ? newestOrSample(tx, ATTENTION_EVENT) : undefined
}

/** Callers who may not read events get a sample event. */
export const newestOrSample = async (reader: Reader, type: string): Promise<Chosen> => {
  const newest = can(reader.actor, 'events:read') ? await loadNewestEvent(reader, type) : undefined
  return newest
    ? { event: newest, source: 'NEWEST' }
    : { event: sampleOf(reader, type), source: 'SAMPLE' }
}

const sampleOf = ({ platform, now }: Reader, type: string): TriggerEvent => ({
  id: 'sample',
  type,
  createdAt: utc(now),
  subjectType: 'sample',
  subjectId: 'sample',
  data: platform.registry.eventExamples[type] ?? {},
  workflowId: null,
})
